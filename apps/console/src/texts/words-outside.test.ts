/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../', import.meta.url))
/** The catalogue itself, samples for developers, and code that is shown as it is. */
const excepted = ['texts/', 'features/dev-states/', 'shared/snippets.ts']
/** Attributes that hold words for people, whatever the component. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'confirm',
  'description',
  'fact',
  'help',
  'label',
  'message',
  'placeholder',
  'subtitle',
  'text',
  'title',
])
/** Names that are the same in every language. */
const names = new Set(['Ctrl K', 'Samsung Internet'])
const word = /\p{L}{2}/u
/** Two words with a capital at the start; class names and code have none. */
const sentence = /^\p{Lu}[\p{Ll}’']+ \p{L}/u

interface Node {
  readonly type?: string
  readonly [key: string]: unknown
}

it('finds no words for people outside the catalogue', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter(
    (file) => !file.includes('.test.') && !excepted.some((path) => file.startsWith(path)),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => wordsOf(file).map((words) => `${file}: ${words}`))).toEqual([])
})

it.each([
  ['<p>Text here</p>', 'Text here'],
  ['<input aria-label="Name" />', 'Name'],
  ['<input aria-label={isNew ? "Name" : texts.name} />', 'Name'],
  ['<p>{`Hello ${name}`}</p>', 'Hello '],
  ['toast("Nothing was saved")', 'Nothing was saved'],
])('would find them in %s', (code, words) => {
  expect(wordsIn(code)).toEqual([words])
})

it.each(['<p className="grid gap-2">{texts.name}</p>', 'throw new Error("Never shown to people")', '<p>·</p>'])(
  'leaves %s alone',
  (code) => {
    expect(wordsIn(code)).toEqual([])
  },
)

function wordsOf(file: string): readonly string[] {
  return wordsIn(readFileSync(`${sources}${file}`, 'utf8'))
}

function wordsIn(code: string): readonly string[] {
  const found: string[] = []
  visit(parseSync(code, { syntax: 'typescript', tsx: true }) as unknown as Node, false, found)
  return found
}

function visit(node: Node, isSpoken: boolean, found: string[]): void {
  switch (node.type) {
    case 'JSXText':
      if (word.test(String(node['value']))) found.push(String(node['value']).trim())
      return
    case 'StringLiteral':
      note(String(node['value']), isSpoken, found)
      return
    case 'TemplateElement':
      note(String(node['cooked']), isSpoken, found)
      return
    // A fault of the program, an import, a type and a comparison say nothing to people.
    case 'ThrowStatement':
    case 'ImportDeclaration':
    case 'TsTypeAliasDeclaration':
    case 'TsInterfaceDeclaration':
    case 'TsLiteralType':
    case 'BinaryExpression':
      if (node.type !== 'BinaryExpression' || /=|^in/.test(String(node['operator']))) return
      break
    case 'NewExpression':
      if (String((node['callee'] as Node)['value']).endsWith('Error')) return
      break
    case 'CallExpression':
      // The message of an error class is for developers; people read backend/errors/reaction.ts.
      if ((node['callee'] as Node).type === 'Super') return
      visitChildren({ arguments: node['arguments'] }, false, found)
      return
    case 'JSXAttribute':
      visitChildren({ value: node['value'] }, spoken.has(attributeName(node)), found)
      return
    // What is between tags is read by people.
    case 'JSXElement':
    case 'JSXFragment':
      visitChildren({ opening: node['opening'] }, false, found)
      visitChildren({ children: node['children'] }, true, found)
      return
    case 'JSXOpeningElement':
      visitChildren({ attributes: node['attributes'] }, false, found)
      return
    case 'ArrowFunctionExpression':
      visitChildren(node, false, found)
      return
    default:
  }
  visitChildren(node, isSpoken, found)
}

function visitChildren(node: Node, isSpoken: boolean, found: string[]): void {
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null) visit(unwrap(child as Node), isSpoken, found)
  }
}

/** Arguments and array items come in a wrapper without a type. */
function unwrap(node: Node): Node {
  return node.type === undefined && typeof node['expression'] === 'object' ? (node['expression'] as Node) : node
}

function note(text: string, isSpoken: boolean, found: string[]): void {
  if (names.has(text)) return
  if (isSpoken ? word.test(text) : sentence.test(text)) found.push(text)
}

function attributeName(node: Node): string {
  const name = node['name'] as Node
  if (name.type !== 'JSXNamespacedName') return String(name['value'])
  return `${String((name['namespace'] as Node)['value'])}:${String((name['name'] as Node)['value'])}`
}
