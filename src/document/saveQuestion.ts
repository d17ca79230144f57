import { l10n } from 'vscode';
import type { Change } from '../record/changes.ts';
import type { RecordName } from '../service/services.ts';
import { columnsOf, localNumber } from '../workbench/plainText.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import { quoted } from './outcomeWords.ts';
import { type ChangeLine, changeLine } from './questions.ts';

/** What a save of a record would change on the service. */
export interface PlannedSave {
  readonly name: RecordName;
  readonly changes: readonly Change[];
  /** Fields in which it would revert someone else's change. */
  readonly reverts: readonly string[];
}

/** What a dialog shows without scrolling, so that nothing is agreed to unseen. */
const maxLines = 22;
const lineLength = 48;

/** Shows the user what would be saved, and asks. `intro` says who asks, or where it goes. */
export async function askToSave(
  service: string,
  saves: readonly PlannedSave[],
  intro: string,
): Promise<'save' | 'review' | 'declined'> {
  const { message, detail, isWhole } = saveQuestion(service, saves, intro);
  // The first choice is the one that Enter takes, which someone who types may press by accident.
  const answer = await chooseInDialog(message, detail, [
    [l10n.t('Review Changes'), 'review' as const],
    [isWhole ? l10n.t('Save') : l10n.t('Save Without Review'), 'save' as const],
  ]);
  return answer ?? 'declined';
}

/**
 * A modal dialog shows text as it is, without links, so lists keep their brackets here. `isWhole`: all that changes is
 * shown.
 */
export function saveQuestion(service: string, saves: readonly PlannedSave[], intro: string) {
  const [first] = saves;
  const message =
    first && saves.length === 1
      ? l10n.t('Save record {0} on {1}?', first.name.id, service)
      : l10n.t('Save {0} records on {1}?', localNumber(saves.length), service);
  const paragraphs: string[] = [];
  let [left, shown, isCut] = [maxLines, 0, false];
  for (const { name, changes, reverts } of saves) {
    const title = saves.length > 1 ? [l10n.t('Record {0}', name.id)] : [];
    const reverting = reverts.length > 0 ? [l10n.t("This reverts someone else's change to {0}.", quoted(reverts))] : [];
    const bullets = changes.map(changeLine).map(({ text, ...line }) => ({ ...line, text: `• ${text}` }));
    const lines = fitting(bullets, left - heightOf([...title, ...reverting]));
    if (lines.length === 0) break;
    const texts = [...title, ...lines.map(({ text }) => text), ...reverting];
    paragraphs.push(texts.join('\n'));
    left -= heightOf(texts) + 1;
    shown += lines.length;
    isCut ||= lines.some((line) => line.isCut);
    if (lines.length < changes.length) break;
  }
  const notShown = saves.reduce((sum, { changes }) => sum + changes.length, 0) - shown;
  const isWhole = notShown === 0 && !isCut;
  const note = isWhole ? [] : [cutNote(notShown)];
  return { message, detail: [intro, ...note, ...paragraphs].join('\n\n'), isWhole };
}

function fitting(lines: readonly ChangeLine[], height: number): readonly ChangeLine[] {
  let left = height;
  const end = lines.findIndex(({ text }) => {
    left -= heightOf([text]);
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function heightOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(columnsOf(text) / lineLength), 0);
}

function cutNote(notShown: number): string {
  if (notShown === 0) return l10n.t('Long values are shown in part. Review Changes shows them in full.');
  return notShown === 1
    ? l10n.t('1 more change is not shown here. Review Changes shows all of them.')
    : l10n.t('{0} more changes are not shown here. Review Changes shows all of them.', notShown);
}
