import * as vscode from 'vscode';
import { closeAll, until } from '../../support/host/records.ts';
import { type Figure, ratioFigure } from '../figures.ts';
import { sideBySide, timed } from '../measure.ts';
import type { Bare } from './bare.ts';

/** From the command to the text in the active editor. */
export async function openFigure(bare: Bare): Promise<Figure> {
  const shown = (uri: string) =>
    until('the text in the editor', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.toString() === uri && document.getText().length > 1000;
    });
  const ours = async (round: number) => {
    const time = await timed(async () => {
      const [uri] = await vscode.commands.executeCommand<string[]>('videoRecords.open', {
        service: 'bench',
        id: round + 1,
      });
      await shown(uri ?? '');
    });
    await closeAll();
    return time;
  };
  const floor = async (round: number) => {
    const time = await timed(async () => {
      const uri = await bare.open(round + 1, formatted(await bare.get(round + 1)));
      await shown(uri.toString());
    });
    await closeAll();
    return time;
  };
  const medians = await sideBySide(40, 10, ours, floor);
  return ratioFigure('open a record by id to text in the editor', medians, 'bare provider + one raw GET', 1.1);
}

const many = 200;
const atOnce = 4;

export async function openManyFigure(bare: Bare): Promise<Figure> {
  const idsOf = (round: number) => Array.from({ length: many }, (_, at) => at + 1 + (round % 3) * many);
  const ours = async (round: number) => {
    const text = idsOf(round).join(' ');
    const time = await timed(() => vscode.commands.executeCommand<string[]>('videoRecords.open', text));
    await closeAll();
    return time;
  };
  const floor = async (round: number) => {
    const waiting = idsOf(round);
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await bare.open(id, formatted(await bare.get(id)), { preserveFocus: true });
      }
    };
    const time = await timed(() => Promise.all(Array.from({ length: atOnce }, work)));
    await closeAll();
    return time;
  };
  const medians = await sideBySide(3, 0, ours, floor);
  return ratioFigure(
    `open ${many} records, ${atOnce} at a time`,
    medians,
    'bare provider + raw GETs, as many at a time',
    1.3,
  );
}

/** Lines as ours has them: VS Code needs longer for one line of 5 KB. */
function formatted(answer: string): string {
  return JSON.stringify(JSON.parse(answer), null, 2);
}
