/** What somebody put into a field of a form. */
interface Edit {
  readonly value: string
  /** What the record held when they began. */
  readonly over: string
}

type Names<Values> = keyof Values & string

/** The fields of a form that somebody is changing; every other field shows the record as it is now. */
export type Edits<Values> = { readonly [Name in Names<Values>]?: Edit }

/** How a value is stored, such as without the spaces around it. Values that are stored alike are the same. */
export type Tidy<Values> = (name: Names<Values>, value: string) => string

/** With what is typed into one field now. A field that is as the record has it is not changed any more. */
export function withEdit<Values extends Record<string, string>>(
  edits: Edits<Values>,
  saved: Values,
  name: Names<Values>,
  value: string,
): Edits<Values> {
  const { [name]: before, ...others } = edits
  const held = saved[name] ?? ''
  if (value === held) return others as Edits<Values>
  return { ...edits, [name]: { value, over: before?.over ?? held } }
}

/** What the form shows. */
export function shownValues<Values extends Record<string, string>>(saved: Values, edits: Edits<Values>): Values {
  const entries = Object.entries<Edit | undefined>(edits).map(([name, edit]) => [name, edit?.value])
  return { ...saved, ...Object.fromEntries(entries) } as Values
}

/** What is to be stored: the changed fields alone, so that nothing that others changed meanwhile is put back. */
export function changesOf<Values extends Record<string, string>>(
  saved: Values,
  edits: Edits<Values>,
  tidy: Tidy<Values>,
): Partial<Values> {
  const changes: Partial<Record<string, string>> = {}
  for (const name of Object.keys(edits) as Names<Values>[]) {
    const value = tidy(name, edits[name]?.value ?? '')
    if (value !== tidy(name, saved[name] ?? '')) changes[name] = value
  }
  return changes as Partial<Values>
}

/** Without those that the record, which has just changed, holds now: they are saved. */
export function withoutSaved<Values extends Record<string, string>>(
  saved: Values,
  edits: Edits<Values>,
  tidy: Tidy<Values>,
): Edits<Values> {
  const changes = changesOf(saved, edits, tidy)
  return Object.fromEntries(Object.entries(edits).filter(([name]) => name in changes)) as Edits<Values>
}

/** Whether the record's value is another than it was when somebody began to change the field. */
export function isOvertaken<Values extends Record<string, string>>(
  saved: Values,
  edits: Edits<Values>,
  name: Names<Values>,
): boolean {
  const edit = edits[name]
  return edit !== undefined && edit.over !== (saved[name] ?? '')
}
