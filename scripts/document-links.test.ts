import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const documents = globSync(['*.md', 'docs/**/*.md', 'apps/*/*.md', 'packages/*/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})

test('every link of a document leads to a file, and to a heading of it', () => {
  expect(documents.length).toBeGreaterThan(100)
  const links = documents.flatMap(linksOf)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter(({ from, to }) => !leadsSomewhere(from, to))).toEqual([])
})

function linksOf(from: string): { from: string; to: string }[] {
  return [...textOf(from).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, to]) => ({ from, to: to ?? '' }))
    .filter(({ to }) => !/^[a-z]+:/.test(to))
}

function leadsSomewhere(from: string, to: string): boolean {
  const [path = '', heading] = to.split('#')
  const file = path === '' ? from : join(dirname(from), path)
  if (!existsSync(join(root, file))) return false
  return heading === undefined || headingsOf(file).includes(decodeURIComponent(heading))
}

/** As GitHub names them: lower case, hyphens for spaces, no other marks, and a number behind one that is there already. */
function headingsOf(file: string): string[] {
  const seen = new Map<string, number>()
  return [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => {
    const name = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  })
}

/** Without code: a block, or a span that looks like a link. */
function textOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return text.replaceAll(/`[^`\n]*\]\([^`\n]*`/g, '')
}
