import * as vscode from 'vscode';
import { type FieldName, isFieldName } from '../record/fields.ts';

export interface FieldWords {
  readonly label: string;
  readonly description: string;
}

/** The label and description of a field of the interface. Undefined for any other field. */
export function fieldWords(name: string): FieldWords | undefined {
  return isFieldName(name) ? words[name] : undefined;
}

const words: Readonly<Record<FieldName, FieldWords>> = {
  category: field(vscode.l10n.t('Category'), vscode.l10n.t('Group or event the talk belongs to.')),
  language: field(vscode.l10n.t('Language'), vscode.l10n.t('Language of the talk, by name, such as "English".')),
  slug: field(vscode.l10n.t('Slug'), vscode.l10n.t('Short name for addresses: lowercase words joined by hyphens.')),
  speakers: field(vscode.l10n.t('Speakers'), vscode.l10n.t('Names of the speakers.')),
  tags: field(vscode.l10n.t('Tags'), vscode.l10n.t('Keywords of the talk.')),
  id: field(vscode.l10n.t('ID'), vscode.l10n.t("Number of the record. It can't be changed.")),
  state: field(
    vscode.l10n.t('State'),
    vscode.l10n.t('State of the record. The service defines what the numbers mean.'),
  ),
  title: field(vscode.l10n.t('Title'), vscode.l10n.t('Title of the talk.')),
  summary: field(vscode.l10n.t('Summary'), vscode.l10n.t('Summary of the talk. May be empty.')),
  description: field(vscode.l10n.t('Description'), vscode.l10n.t('Description of the talk. May be empty.')),
  quality_notes: field(
    vscode.l10n.t('Quality notes'),
    vscode.l10n.t('Notes on the quality of the recording. May be empty.'),
  ),
  copyright_text: field(vscode.l10n.t('License'), vscode.l10n.t('License of the recording. May be empty.')),
  embed: field(vscode.l10n.t('Player'), vscode.l10n.t('HTML markup of an embeddable player.')),
  thumbnail_url: field(vscode.l10n.t('Thumbnail'), vscode.l10n.t('Address of a thumbnail image.')),
  duration: field(
    vscode.l10n.t('Duration'),
    vscode.l10n.t("Length of the talk. The interface doesn't define the unit."),
  ),
  ...file('ogv'),
  ...file('mp4'),
  ...file('webm'),
  ...file('flv'),
  source_url: field(vscode.l10n.t('Source'), vscode.l10n.t('Address of the original video.')),
  whiteboard: field(vscode.l10n.t('Whiteboard'), vscode.l10n.t('Working notes. May be empty.')),
  recorded: field(vscode.l10n.t('Recorded'), vscode.l10n.t('Date of the recording (YYYY-MM-DD).')),
  added: field(
    vscode.l10n.t('Added'),
    vscode.l10n.t('When the record was added (YYYY-MM-DDThh:mm:ss.mmm), without a time zone.'),
  ),
  updated: field(
    vscode.l10n.t('Updated'),
    vscode.l10n.t('When the record was last updated (YYYY-MM-DDThh:mm:ss.mmm), without a time zone.'),
  ),
};

function field(label: string, description: string): FieldWords {
  return { label, description };
}

type FileWords<F extends string> = Record<`video_${F}_${'length' | 'url' | 'download_only'}`, FieldWords>;

function file<F extends string>(format: F): FileWords<F> {
  const name = format.toUpperCase();
  return {
    [`video_${format}_length`]: field(
      vscode.l10n.t('{0} length', name),
      vscode.l10n.t('Length of the {0} file.', name),
    ),
    [`video_${format}_url`]: field(
      name,
      vscode.l10n.t('Address of the {0} file. Empty or null if there is none.', name),
    ),
    [`video_${format}_download_only`]: field(
      vscode.l10n.t('{0} download only', name),
      vscode.l10n.t('Whether the {0} file is offered only as a download.', name),
    ),
  } as FileWords<F>;
}
