import * as z from 'zod';

/** The fields that are remembered of a recent record. */
export const foundFields = [
  'title',
  'category',
  'language',
  'copyright_text',
  'speakers',
  'tags',
  'recorded',
  'source_url',
  'state',
] as const;

const maxRecords = 100;

const service = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,199}$/)
  .optional()
  .describe(
    "Name of the service, as in the user's setting videoRecords.services. Leave it out for the default service.",
  );
const id = z.int().min(1);
const ids = z.array(id).min(1).max(maxRecords);
const fieldName = z.string().min(1).max(200);

const wantedValue = z.string().max(1000).optional();
const wantedValues = Object.fromEntries(foundFields.map((field) => [field, wantedValue])) as Record<
  (typeof foundFields)[number],
  typeof wantedValue
>;

const find = z.strictObject({
  words: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Words that are all in the title, category, speakers, service or ID ("#12") of a record, in any order, or a query such as "rossum -language:English" where there is a catalogue.',
    ),
  service: service.describe('Only records of this service.'),
  fields: z
    .strictObject(wantedValues)
    .optional()
    .describe(
      'Values that fields must have, whatever their case. Of speakers and tags, one item must have the value. Example: { "category": "LanternConf 2024" }',
    ),
  limit: z.int().min(1).max(200).optional().describe('How many records to answer with at most, 50 if left out.'),
});

const read = z.strictObject({
  service,
  ids: ids.describe('IDs of the records.'),
  fields: z
    .array(fieldName)
    .min(1)
    .max(maxRecords)
    .optional()
    .describe('Names of the fields you need, such as ["title", "speakers"]. Leave it out for all fields.'),
});

const edit = z.strictObject({
  service,
  records: z
    .array(
      z.strictObject({
        id,
        fields: z
          .record(fieldName, z.unknown())
          .optional()
          .describe(
            'New values by field name: text, true, false, null, whole numbers, lists. Example: { "title": "A Better Title", "tags": ["maps"] }',
          ),
        fieldsAsJson: z
          .record(fieldName, z.string())
          .optional()
          .describe(
            'New values by field name as JSON text, for numbers with a fraction, an exponent or more than 15 digits. Example: { "rate": "1.50" }',
          ),
      }),
    )
    .min(1)
    .max(maxRecords)
    .describe('The records and their new values. Fields that are not named stay as they are.'),
});

const save = z.strictObject({
  service,
  ids: ids.optional().describe('IDs of records with unsaved changes in their own editors.'),
  worksheet: z
    .string()
    .max(20_000)
    .optional()
    .describe('The worksheet that videoRecords_edit answered with, instead of service and ids.'),
});

const check = z
  .strictObject({
    service,
    ids: ids.optional().describe('IDs of the records to check.'),
    query: z
      .string()
      .max(1000)
      .optional()
      .describe(
        'Instead of ids: checks all records of the catalogue that match. Words, field:value, field:"two words" or field: (empty), each with - in front for its opposite; an empty query means all records.',
      ),
  })
  .refine(({ ids: some, query }) => (some === undefined) !== (query === undefined), 'Name either ids or a query.');

/** What each tool takes. The manifest's JSON Schemas are made from this: `node build/toolSchemas.mjs`. */
export const toolInputs = { find, read, check, edit, save } as const;

export type ToolName = keyof typeof toolInputs;
export type ToolInput<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;

/** VS Code does not check what a model passes. Past this size it is not looked at. */
const longestInput = 1_000_000;
const maxIssues = 5;

/** Why a tool does nothing, in sentences that the model can act on. It is an answer, not an error. */
export class ToolRefusal extends Error {}

/** Checks an input. Refuses it with what is wrong. */
export function parseInput<N extends ToolName>(tool: N, given: unknown): ToolInput<N> {
  const size = JSON.stringify(given)?.length ?? 0;
  if (size > longestInput) {
    throw new ToolRefusal(
      `The input has ${size} characters, and ${longestInput} are the most. Pass fewer records at a time.`,
    );
  }
  const { data, error } = toolInputs[tool].safeParse(given);
  if (!error) return data as ToolInput<N>;
  const issues = error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => `${path.join('.') || 'input'}: ${message}.`);
  throw new ToolRefusal(
    `The input does not match the schema of videoRecords_${tool}. ${issues.join(' ').slice(0, 2000)}`,
  );
}

export function inputSchema(tool: ToolName): object {
  const { $schema, ...schema } = z.toJSONSchema(toolInputs[tool], { io: 'input', target: 'draft-7' });
  return schema;
}
