/**
 * A name for a file that is to be kept beside another of the same name: `cat (2).png`, `cat (3).png` and so on, the first that is not
 * taken. A name that has such a number already counts on from it.
 */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const ending = dot > 0 ? name.slice(dot) : ''
  const numbered = /^(.+) \((\d{1,6})\)$/.exec(stem)
  const base = numbered?.[1] ?? stem
  for (let number = Number(numbered?.[2] ?? 1) + 1; ; number++) {
    const candidate = `${base} (${number})${ending}`
    if (!(await isTaken(candidate))) return candidate
  }
}
