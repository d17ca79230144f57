/** What a service tells about a field in its answer to OPTIONS. Measured services are partly wrong here. */
export interface FieldOptions {
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly required?: boolean;
}

/** The fields under `actions.PUT`; undefined where the answer has none, or is something else altogether. */
export function fieldOptions(text: string): Readonly<Record<string, FieldOptions>> | undefined {
  const fields = member(member(parseOrUndefined(text), 'actions'), 'PUT');
  if (typeof fields !== 'object' || fields === null) {
    return undefined;
  }
  return Object.fromEntries(Object.entries(fields).map(([name, told]) => [name, toFieldOptions(told)]));
}

function toFieldOptions(told: unknown): FieldOptions {
  const readOnly = member(told, 'read_only');
  const maxLength = member(told, 'max_length');
  const required = member(told, 'required');
  return {
    ...(typeof readOnly === 'boolean' ? { readOnly } : {}),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
    ...(typeof required === 'boolean' ? { required } : {}),
  };
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
