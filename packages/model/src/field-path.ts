/** The segments of a field path, unquoted: `['a.b', 'c']` for the text `` `a.b`.c ``. Never empty. */
export type FieldPath = readonly string[]
