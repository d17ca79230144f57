import { l10n } from 'vscode';
import { type FieldName, isFieldName } from '../record/fields.ts';

interface FieldWords {
  readonly label: string;
  readonly description: string;
}

/** The label and description of a field of the interface. Undefined for any other field. */
export function fieldWords(name: string): FieldWords | undefined {
  return isFieldName(name) ? words[name] : undefined;
}

const words: Readonly<Record<FieldName, FieldWords>> = {
  category: field(l10n.t('Category'), l10n.t('Group or event the talk belongs to.')),
  language: field(l10n.t('Language'), l10n.t('Language of the talk, by name, such as "English".')),
  slug: field(l10n.t('Slug'), l10n.t('Short name for addresses: lowercase words joined by hyphens.')),
  speakers: field(l10n.t('Speakers'), l10n.t('Names of the speakers.')),
  tags: field(l10n.t('Tags'), l10n.t('Keywords of the talk.')),
  id: field(l10n.t('ID'), l10n.t("Number of the record. It can't be changed.")),
  state: field(l10n.t('State'), l10n.t('State of the record. The service defines what the numbers mean.')),
  title: field(l10n.t('Title'), l10n.t('Title of the talk.')),
  summary: field(l10n.t('Summary'), l10n.t('Summary of the talk. May be empty.')),
  description: field(l10n.t('Description'), l10n.t('Description of the talk. May be empty.')),
  quality_notes: field(l10n.t('Quality notes'), l10n.t('Notes on the quality of the recording. May be empty.')),
  copyright_text: field(l10n.t('License'), l10n.t('License of the recording. May be empty.')),
  embed: field(l10n.t('Player'), l10n.t('HTML markup of an embeddable player.')),
  thumbnail_url: field(l10n.t('Thumbnail'), l10n.t('Address of a thumbnail image.')),
  duration: field(l10n.t('Duration'), l10n.t("Length of the talk. The interface doesn't define the unit.")),
  ...file('ogv'),
  ...file('mp4'),
  ...file('webm'),
  ...file('flv'),
  source_url: field(l10n.t('Source'), l10n.t('Address of the original video.')),
  whiteboard: field(l10n.t('Whiteboard'), l10n.t('Working notes. May be empty.')),
  recorded: field(l10n.t('Recorded'), l10n.t('Date of the recording (YYYY-MM-DD).')),
  added: field(l10n.t('Added'), l10n.t('When the record was added (YYYY-MM-DDThh:mm:ss.mmm), without a time zone.')),
  updated: field(
    l10n.t('Updated'),
    l10n.t('When the record was last updated (YYYY-MM-DDThh:mm:ss.mmm), without a time zone.'),
  ),
};

function field(label: string, description: string): FieldWords {
  return { label, description };
}

type FileWords<F extends string> = Record<`video_${F}_${'length' | 'url' | 'download_only'}`, FieldWords>;

function file<F extends string>(format: F): FileWords<F> {
  const name = format.toUpperCase();
  return {
    [`video_${format}_length`]: field(l10n.t('{0} length', name), l10n.t('Length of the {0} file.', name)),
    [`video_${format}_url`]: field(name, l10n.t('Address of the {0} file. Empty or null if there is none.', name)),
    [`video_${format}_download_only`]: field(
      l10n.t('{0} download only', name),
      l10n.t('Whether the {0} file is offered only as a download.', name),
    ),
  } as FileWords<F>;
}
