/** A value of the REST protocol in one spelling: servers differ in fractions of seconds, in empty lists and in how doubles are written. */
export function comparable(value: unknown): unknown {
  const [[kind, content] = ['nothing', undefined]] = Object.entries(value as Record<string, unknown>)
  switch (kind) {
    case 'integerValue':
      return { integer: String(content) }
    case 'doubleValue':
      return { double: String(Number(content)) }
    case 'timestampValue':
      return { timestamp: comparableTime(content as string) }
    case 'arrayValue':
      return { array: ((content as { values?: unknown[] }).values ?? []).map((element) => comparable(element)) }
    case 'mapValue':
      return { map: comparableFields((content as { fields?: Record<string, unknown> }).fields) }
    case 'geoPointValue': {
      const { latitude = 0, longitude = 0 } = content as { latitude?: number; longitude?: number }
      return { geoPoint: [latitude, longitude] }
    }
    default:
      return { [kind]: content }
  }
}

export function comparableFields(fields: Readonly<Record<string, unknown>> = {}): unknown {
  const names = Object.keys(fields).sort()
  return Object.fromEntries(names.map((name) => [name, comparable(fields[name])]))
}

const DAY_MS = 86_400_000

/** Server times become one word. */
function comparableTime(text: string): string {
  const ms = Date.parse(text)
  if (Math.abs(ms - Date.now()) < DAY_MS) return 'now'
  return `${new Date(ms).toISOString().slice(0, 19)}.${(/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0')}`
}
