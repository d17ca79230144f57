import * as z from 'zod';

/** The messages between the extension and the preview's page. What the page sends is checked when it arrives. */

export interface PreviewField {
  readonly name: string;
  readonly label: string;
  /** What a click on the label does. */
  readonly goTo: string;
  readonly show: 'title' | 'text' | 'list' | 'markdown' | 'addresses' | 'picture' | 'pictureOffer';
  /** No item if the field is empty. */
  readonly texts: readonly string[];
  readonly change?: 'changed' | 'added' | 'removed';
  readonly problems: readonly string[];
  /** What the reader should know about the value, such as that it is cut. */
  readonly note?: string;
}

export interface PreviewGroup {
  readonly heading: string;
  readonly fields: readonly PreviewField[];
}

export interface PreviewModel {
  /** The record's URI, so that a restored page knows what it showed. */
  readonly record: string;
  readonly heading: string;
  /** Whether the preview stays with this record. */
  readonly locked?: boolean;
  /** Why this differs from the text in the editor. */
  readonly notice?: string;
  readonly groups: readonly PreviewGroup[];
}

type Word = 'untitled' | 'removedValue' | 'emptyValue' | 'thumbnail' | 'imageFailed' | 'loadImage' | 'problems';
/** The page's own words in the user's language. */
export type PageWords = Readonly<Record<Word | NonNullable<PreviewField['change']>, string>>;

export interface HostMessage {
  readonly type: 'show';
  readonly model: PreviewModel;
  readonly words: PageWords;
}

export const pageMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('loadPicture') }),
  z.object({ type: z.literal('reveal'), field: z.string(), item: z.int().optional() }),
  z.object({ type: z.literal('openLink'), address: z.string() }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** The state that VS Code keeps for a restored page. */
export const pageState = z.object({ record: z.string(), locked: z.boolean() });
export type PageState = z.infer<typeof pageState>;
