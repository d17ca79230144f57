import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { edit, until, value } from '../support/host/records.ts';
import { shownMessages } from '../support/host/shownMessages.ts';
import type { Held, Outcome, Result } from './outcomes.ts';
import type { ServiceName, Stage } from './stage.ts';
import type { Aim } from './troubles.ts';

/** An action that is ready to be tried, as often as wanted. */
export interface Attempt {
  /** The request that the action stands or falls with. */
  readonly aim: Aim;
  /** Tries it. What the user is told counts. */
  run(): Promise<Result>;
  /** Throws unless the editors and the service are as the outcome says. */
  check(outcome: Outcome): Promise<void>;
}

export interface Action {
  readonly name: string;
  /** Of the request that the action stands or falls with. */
  readonly method: 'GET' | 'PATCH' | 'PUT';
  readonly saves?: boolean;
  readonly several?: boolean;
  /** What meets the fault can be read in another way. */
  readonly hasOtherWay?: boolean;
  prepare(stage: Stage, service: ServiceName): Promise<Attempt>;
}

/** How the one who saves is told what became of it, beside messages. */
interface Told {
  said(): string;
  /** Says that the service stored another title than was sent. */
  readonly otherTitle: RegExp;
}

const inMessages: Told = {
  said: () => '',
  otherTitle: /The service stored a different value for \\"title\\"\./,
};

/** The attempt to save an edited title. */
export function savingAttempt(
  { records }: Stage,
  document: vscode.TextDocument,
  aim: Aim,
  save: () => Thenable<unknown>,
  told = inMessages,
): Attempt {
  const before = records.record(aim.id).title;
  let [count, mine, text] = [0, value(document, 'title'), document.getText()];
  let heard = 0;
  const said = () => shownMessages().slice(heard).join('\n') + told.said();
  return {
    aim,
    async run() {
      // After a save that went well, the next try needs something to save.
      if (!document.isDirty) await edit(document, 'title', JSON.stringify(`Mine, ${++count}`));
      [mine, text] = [value(document, 'title'), document.getText()];
      heard = shownMessages().length;
      return resultOf(save);
    },
    async check({ result, holds }) {
      const expected: Record<Held, unknown> = { old: before, new: mine, other: 'Something else' };
      const held = records.record(aim.id);
      assert.equal(held.title, expected[holds], 'the service holds another title');
      if (result === 'failed') {
        assert.equal(document.getText(), text, 'the user’s text has changed');
        assert.equal(document.isDirty, true, 'the document says that it is saved');
        assert.notEqual(said(), '', 'nobody is told why');
        return;
      }
      assert.equal(told.otherTitle.test(said()), holds !== 'new', 'what is told of the title is not so');
      const shows = (field: string) => value(document, field) === held[field];
      await until('the document is clean and shows what the service holds', () => {
        return !document.isDirty && shows('title') && shows('updated');
      });
    },
  };
}

/** A failure must come with a whole sentence. */
export async function resultOf(task: () => Thenable<unknown>): Promise<Result> {
  try {
    await task();
    return 'done';
  } catch (failure) {
    const { message } = failure as Error;
    assert.ok(/^["A-Z0-9].*[.)]$/s.test(message), `a failure without a whole sentence: ${message}`);
    return 'failed';
  }
}
