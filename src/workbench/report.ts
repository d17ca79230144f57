import { l10n } from 'vscode';
import { offer } from './failure.ts';
import { localNumber, plainText } from './plainText.ts';
import { askInDialog, showBriefly } from './prompts.ts';

const maxReasons = 3;

/** Says in the status bar what is unsaved, as long as it is. What is not as someone expects is told in a message. */
export function tellUnsaved(
  outcome: string,
  saved: Promise<void>,
  exception: string,
  reasons: readonly string[],
): void {
  showBriefly(outcome, saved);
  if (reasons.length > 0) tell(exception, reasons);
}

/** Says what came of something, and what was left out and why: all of it in a dialog if it is much. */
export function tell(outcome: string, reasons: readonly string[], severity?: 'error'): void {
  const usual = reasons.length > 0 ? 'warning' : 'information';
  const shown = reasons.slice(0, maxReasons);
  const more = reasons.length - shown.length;
  const andMore = l10n.t('And {0} more.', localNumber(more));
  const message = [outcome, ...shown, ...(more > 0 ? [andMore] : [])].join(' ');
  const showThem = async () => void (await askInDialog(outcome, reasons.join('\n')));
  void offer(plainText(message, 600), more > 0 ? [[l10n.t('Show All'), showThem]] : [], severity ?? usual);
}
