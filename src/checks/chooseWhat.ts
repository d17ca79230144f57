import * as vscode from 'vscode';
import { pickService } from '../document/configuredService.ts';
import { recordOf, targetUri } from '../document/recordUri.ts';
import type { Services } from '../service/services.ts';
import { iconsAsText } from '../workbench/plainText.ts';
import { askText, pickOne } from '../workbench/prompts.ts';
import { targetWorksheet } from '../worksheet/uri.ts';
import { checkWords as words } from './checkMessages.ts';

/** Asks what to check, the nearest first, if there is a choice. Resolves to an argument of the command. */
export async function chooseWhat(services: Services, title: string): Promise<unknown> {
  const uri = targetWorksheet() ?? targetUri(undefined);
  const near = services.find(uri?.authority ?? '');
  const others = services.all().filter(({ name }) => name !== near?.name);
  const catalogues = [...(near ? [near] : []), ...others].map(({ name, address }) => ({
    label: words.catalogue(name),
    description: iconsAsText(address.href),
    argument: async () => ({ service: name, query: '' }),
  }));
  const askQuery = async () => {
    const { name } = near ?? (await pickService(services, title));
    return { service: name, query: await askText({ title, prompt: words.query(), placeHolder: queryExample }) };
  };
  const nearest = [...(uri ? documentItems(uri) : []), ...catalogues];
  if (nearest.length === 0) return askQuery();
  const items = [...nearest, { label: words.ofQuery(), argument: askQuery }];
  return (await pickOne(items, { title, placeHolder: words.what() })).argument();
}

const queryExample = 'category:"…" -language:…';

/** A URI stands for the selected rows, a text for the whole document. */
function documentItems(uri: vscode.Uri) {
  const whole = async () => uri.toString();
  const record = recordOf(uri);
  if (record) return [{ label: words.record(record.id), argument: whole }];
  const isSelected = vscode.window.activeTextEditor?.selections.some(({ isEmpty }) => !isEmpty) === true;
  return [
    ...(isSelected ? [{ label: words.selectedRows(), argument: async () => uri }] : []),
    { label: words.worksheet(), argument: whole },
  ];
}
