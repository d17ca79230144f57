/** A replacement in a text. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Texts are compared in pieces first, which is much faster. */
const piece = 1024;

/** The smallest single edit that leads from one text to the other; never through the middle of a character. */
export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let offset = 0;
  const pieceAt = (text: string) => text.slice(offset, offset + piece);
  while (offset + piece <= shorter && pieceAt(before) === pieceAt(after)) offset += piece;
  while (offset < shorter && before.charCodeAt(offset) === after.charCodeAt(offset)) offset += 1;
  while (offset > 0 && (isInsideCharacter(before, offset) || isInsideCharacter(after, offset))) offset -= 1;
  let tail = 0;
  const pieceFromEnd = (text: string) => text.slice(text.length - tail - piece, text.length - tail);
  while (tail + piece <= shorter - offset && pieceFromEnd(before) === pieceFromEnd(after)) tail += piece;
  const fromEnd = (text: string) => text.charCodeAt(text.length - 1 - tail);
  while (tail < shorter - offset && fromEnd(before) === fromEnd(after)) tail += 1;
  const cuts = (text: string) => isInsideCharacter(text, text.length - tail);
  while (tail > 0 && (cuts(before) || cuts(after))) tail -= 1;
  return { offset, length: before.length - tail - offset, text: after.slice(offset, after.length - tail) };
}

function isInsideCharacter(text: string, offset: number): boolean {
  const around = text.slice(offset - 1, offset + 1);
  return around === '\r\n' || /^[\ud800-\udbff][\udc00-\udfff]$/.test(around);
}

/** Without direction controls and characters of no width, which nobody sees. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u200b\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

/** The start of a text up to a length, with an ellipsis if it is longer. */
export function shortened(text: string, max: number): string {
  return text.length > max ? `${cut(text, max - 1)}…` : text;
}

/** Never through the middle of a character. */
export function cut(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
