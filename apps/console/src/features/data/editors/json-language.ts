import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** The look of the editor's JSON: names, the tags of types among them, and values. What it means is for `parseDocument` to say. */
const language = StreamLanguage.define<null>({
  name: 'typed-json',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.eat('"') !== undefined) {
      const isTag = stream.peek() === '$'
      skipString(stream)
      if (stream.match(/^\s*:/, false) === null) return 'string'
      return isTag ? 'keyword' : 'propertyName'
    }
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return 'number'
    if (stream.match(/^(?:true|false|null)\b/)) return 'atom'
    stream.next()
    return null
  },
  languageData: { closeBrackets: { brackets: ['(', '[', '{', '"'] }, indentOnInput: /^\s*[}\]]$/ },
})

/** Character by character: a text may have a megabyte. */
function skipString(stream: StringStream): void {
  for (let sign = stream.next(); sign !== undefined && sign !== '"'; sign = stream.next()) {
    if (sign === '\\') stream.next()
  }
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink-1)', fontWeight: '600' },
  { tag: tags.keyword, color: 'var(--ember)' },
  { tag: tags.string, color: 'var(--moss)' },
  { tag: tags.number, color: 'var(--amber)' },
  { tag: tags.atom, color: 'var(--slate)' },
])

export const jsonLanguage = [language, syntaxHighlighting(colours)]
