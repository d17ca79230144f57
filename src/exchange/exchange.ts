import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Records } from '../document/records.ts';
import { commandTarget, recordUri } from '../document/recordUri.ts';
import { readOnlyTexts } from '../files/readOnlyTexts.ts';
import { fieldText, parseIfRecord } from '../record/text.ts';
import type { Services } from '../service/services.ts';
import type { CommandHandlers } from '../workbench/commands.ts';
import { showDiff } from '../workbench/diffs.ts';
import { plainText } from '../workbench/plainText.ts';
import { tell } from '../workbench/report.ts';
import type { ChosenParts } from './chosen.ts';
import { compareFiles } from './compareCommand.ts';
import { copyToService, differentTalks, otherOf } from './copyCommand.ts';
import { areDifferentTalks } from './differences.ts';
import { exportRecords } from './exportCommand.ts';

interface ExchangeParts extends ChosenParts {
  readonly services: Services;
  readonly openRecord: Records['open'];
}

/** The side of a diff that nobody edits. */
const otherScheme = 'videorecordother';

/** Records as files, and between services. Nothing here writes to a service. */
export function exchange(parts: ExchangeParts) {
  const { services, worksheets } = parts;
  const { compare, dispose } = comparing(parts);
  return {
    handlers: {
      exportRecords: (input?: unknown, several?: unknown) => exportRecords(input, several, parts),
      compareFiles: (input?: unknown) => compareFiles(input, services, worksheets.open),
      compareServices: (input?: unknown) => compare(input),
      copyToService: (input?: unknown, several?: unknown) => copyToService(input, several, parts),
    } satisfies CommandHandlers<'exchange'>,
    dispose,
  };
}

function comparing({ services, openRecord }: ExchangeParts) {
  const texts = readOnlyTexts(
    [otherScheme],
    () => `${l10n.t('This comparison is over. Compare again to see the record of the other service.')}\n`,
  );
  let count = 0;

  /** The record of the other service beside the editor of this one. */
  const compare = async (input: unknown): Promise<string> => {
    const { name } = commandTarget(input);
    const other = await otherOf(input, name.service, services, l10n.t('Compare with Another Service'));
    const { record } = await (await services.client(other)).read(name.id);
    const right = await openRecord(name);
    const mine = parseIfRecord((await vscode.workspace.openTextDocument(right)).getText());
    // A new URI each time, so that no text is left of an earlier comparison.
    count += 1;
    const { path } = recordUri({ service: other.name, id: name.id }, fieldText(record, 'slug'));
    const left = vscode.Uri.from({ scheme: otherScheme, authority: other.name, path, query: String(count) });
    texts.set(left, record.text);
    if (mine && areDifferentTalks(mine, record)) tell(differentTalks(name.id, other), []);
    const title = l10n.t('Record {0} ({1} ↔ {2})', name.id, plainText(other.name), plainText(name.service));
    await showDiff(left, right, title);
    return right.toString();
  };

  return { compare, dispose: () => texts.dispose() };
}
