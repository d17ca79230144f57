const people = ['The chair', 'The treasurer', 'A guest from the ferry', 'The archivist', 'Somebody at the back'];
const acts = ['asked about', 'objected to', 'praised', 'could not find', 'moved to postpone', 'read aloud'];
const things = [
  'the label of box nine',
  'the kettle',
  'last year’s minutes',
  'a reel with no name',
  'the damp in the cellar',
  'the order of the evening',
  'a letter dated tomorrow',
];

/** Markdown of exactly so many characters, the same each time. */
export function longDescription(length: number): string {
  let text = '# Minutes\n';
  for (let line = 0; text.length < length; line++) {
    if (line % 20 === 0) text += `\n## Part ${line / 20 + 1}\n\n`;
    text += `- ${minute(line)}\n`;
  }
  return text.slice(0, length);
}

/** Counts of the lists have no common divisor, so that neighbouring sentences differ. */
function minute(line: number): string {
  return `${people[line % people.length]} ${acts[line % acts.length]} ${things[line % things.length]}.`;
}
