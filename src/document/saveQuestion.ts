import { l10n } from 'vscode';
import { sameOnScreen } from '../files/tabs.ts';
import type { Change } from '../record/changes.ts';
import type { RecordName, Service } from '../service/services.ts';
import { commandIds } from '../workbench/commandIds.ts';
import { runCommand } from '../workbench/failure.ts';
import { columnsOf, localNumber, plainText } from '../workbench/plainText.ts';
import { chooseInDialog } from '../workbench/prompts.ts';
import type { PlannedWrite } from './outcome.ts';
import { quoted } from './outcomeWords.ts';
import { type ChangeLine, changeLine } from './questions.ts';
import type { Consent } from './saveRecord.ts';
import { unsavedDocument } from './spellings.ts';

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

/** For services with access `confirm`: shows what will change, and asks. */
export async function confirmWrite(
  record: RecordName,
  { name }: Service,
  write: PlannedWrite,
  text: string,
): Promise<Consent> {
  // Review Changes shows the editor's text. What a program saves, or one field, is another one.
  const isReviewable = sameOnScreen(unsavedDocument(record)?.getText() ?? '', text);
  const answer = await askToSave(name, [{ name: record, ...write, reverts: [] }], requestLine(write), isReviewable);
  // Not awaited: it may need this record's turn.
  if (answer === 'review') void runCommand(commandIds.reviewChanges, record);
  return answer === 'save' ? 'agreed' : { kind: 'declined', why: 'user' };
}

/** Asks before a save reverts someone else's change. It shows the changes, so it is the confirmation too. */
export async function confirmRevert(
  name: RecordName,
  write: PlannedWrite,
  fields: readonly string[],
): Promise<Consent> {
  const { id, service } = name;
  const message = l10n.t("Revert someone else's change to {0} of record {1} on {2}?", quoted(fields), id, service);
  const explanation = l10n.t(
    "Keep Theirs keeps the service's value of {0} and saves your other changes. Save Anyway sends these values.",
    quoted(fields),
  );
  const { detail } = saveQuestion(service, [{ name, ...write, reverts: [] }], requestLine(write));
  const answer = await chooseInDialog<Consent>(message, `${detail}\n\n${explanation}`, [
    [l10n.t('Keep Theirs'), 'keepTheirs'],
    [l10n.t('Save Anyway'), 'agreed'],
  ]);
  return answer ?? { kind: 'declined', why: 'user' };
}

function requestLine({ method, address }: PlannedWrite): string {
  return `${method} ${plainText(address)}`;
}

/** Shows the user what would be saved, and asks. `intro` says who asks, or where it goes. */
export async function askToSave(
  service: string,
  saves: readonly PlannedSave[],
  intro: string,
  isReviewable = true,
): Promise<'save' | 'review' | 'declined'> {
  const { message, detail, isWhole } = saveQuestion(service, saves, intro);
  // The first choice is the one that Enter takes, which someone who types may press by accident.
  const answer = await chooseInDialog(message, detail, [
    isReviewable ? [l10n.t('Review Changes'), 'review' as const] : [l10n.t("Don't Save"), 'declined' as const],
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
  if (notShown === 0) return l10n.t('Long values are shown in part.');
  return notShown === 1
    ? l10n.t('1 more change is not shown here.')
    : l10n.t('{0} more changes are not shown here.', notShown);
}
