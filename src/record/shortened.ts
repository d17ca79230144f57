/** The start of a text up to a length, with an ellipsis if it is longer. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${cut(text, most - 1)}…` : text;
}

/** Never through the middle of a character. */
export function cut(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
