import type { Rule } from '../finding.ts';

/** HTML outside code. Services of this family render Markdown and show "[HTML REMOVED]" in its place. */
export const htmlInText: Rule = {
  fields: ['summary', 'description'],
  find: (record) =>
    htmlInText.fields.flatMap((field) => {
      const text = record.text(field);
      const found = text.includes('<') ? tag.exec(withoutCode(text))?.[0] : undefined;
      return found === undefined ? [] : [{ field, values: [found] }];
    }),
};

const elements =
  `a|abbr|b|blockquote|br|center|code|dd|div|dl|dt|em|embed|font|h[1-6]|hr|i|iframe|img|li|object|ol|p|param|
pre|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul`.replace('\n', '');
const tag = new RegExp(`</?(?:${elements})(?:\\s[^<>]{0,1000})?/?>`, 'i');

/** Without fenced blocks, indented lines and code spans. */
function withoutCode(text: string): string {
  let isFenced = false;
  const lines = text.split('\n').filter((line) => {
    const isFence = /^ {0,3}(?:```|~~~)/.test(line);
    if (isFence) isFenced = !isFenced;
    return !isFence && !isFenced && !/^(?: {4}|\t)/.test(line);
  });
  return lines.join('\n').replace(/(`{1,2})[^`]{1,1000}\1/g, '');
}
