import {
  HighlightStyle,
  indentService,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { tags } from '@lezer/highlight'

const keywords = new Set(['service', 'match', 'allow', 'if', 'function', 'return', 'let', 'in', 'is', 'rules_version'])
const verbs = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete'])
const constants = new Set(['true', 'false', 'null'])
const roots = new Set(['request', 'resource'])

interface State {
  isInComment: boolean
  /** After `match`, until its block begins: what stands there is a path. */
  isInPath: boolean
  /** After `allow`, until `:` or `;`: what stands there are verbs. */
  isInVerbs: boolean
}

/** The look of the language, line by line. What it means is for `@hearth/rules` to say. */
const language = StreamLanguage.define<State>({
  name: 'security-rules',
  startState: () => ({ isInComment: false, isInPath: false, isInVerbs: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.isInComment) {
      if (stream.skipTo('*/')) {
        stream.match('*/')
        state.isInComment = false
      } else stream.skipToEnd()
      return 'comment'
    }
    if (stream.eatSpace()) return null
    if (stream.match('//')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match('/*')) {
      state.isInComment = true
      return 'comment'
    }
    if (state.isInPath) {
      if (stream.match(/^\{[^}\s]*\}/)) return 'variableName.definition'
      if (stream.match(/^[^\s{]+/)) return 'labelName'
      state.isInPath = false
    }
    if (stream.match(/^'(?:[^'\\]|\\.)*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return 'number'
    if (stream.match(/^[A-Za-z_]\w*/)) return wordStyle(stream.current(), stream.peek() === '(', state)
    const sign = stream.next()
    if (sign === ':' || sign === ';') state.isInVerbs = false
    return sign !== undefined && '=!<>&|+-*%?'.includes(sign) ? 'operator' : null
  },
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', "'", '"'] },
    indentOnInput: /^\s*[}\])]$/,
  },
})

function wordStyle(word: string, isCalled: boolean, state: State): string {
  if (state.isInVerbs && verbs.has(word)) return 'atom'
  if (keywords.has(word)) {
    state.isInPath = word === 'match'
    state.isInVerbs = word === 'allow'
    return 'keyword'
  }
  if (constants.has(word)) return 'bool'
  if (roots.has(word)) return 'variableName.standard'
  return isCalled ? 'variableName.function' : 'variableName'
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: tags.keyword, color: 'var(--slate)', fontWeight: '600' },
  { tag: [tags.atom, tags.bool], color: 'var(--slate)' },
  { tag: tags.string, color: 'var(--moss)' },
  { tag: tags.number, color: 'var(--amber)' },
  { tag: tags.labelName, color: 'var(--ink-1)' },
  { tag: tags.definition(tags.variableName), color: 'var(--amber)' },
  { tag: tags.standard(tags.variableName), color: 'var(--ink-1)', fontWeight: '600' },
  { tag: tags.operator, color: 'var(--ink-2)' },
])

/** As deep as the line before; one step deeper behind an opening bracket, one less before a closing one. */
const indentation = indentService.of((context, at) => {
  const { doc } = context.state
  const { text, number } = doc.lineAt(at)
  let previous = number - (context.simulatedBreak === at ? 0 : 1)
  while (previous > 0 && doc.line(previous).text.trim() === '') previous--
  if (previous === 0) return 0
  const { from, to } = doc.line(previous)
  const before = doc.sliceString(from, context.simulatedBreak === at ? at : to)
  const behind = context.simulatedBreak === at ? doc.sliceString(at, doc.lineAt(at).to) : text
  const isOpening = /[{([]\s*(?:\/\/.*)?$/.test(before)
  const isClosing = /^\s*[})\]]/.test(behind)
  return Math.max(0, context.lineIndent(from) + context.unit * (Number(isOpening) - Number(isClosing)))
})

export const rulesLanguage = new LanguageSupport(language, [syntaxHighlighting(colours), indentation])
