import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { TextProblem } from '../../../documents/values/document-json.ts'
import { editorSearch } from '../../../ui/editor-search.ts'
import { editorTheme } from '../../../ui/editor-theme.ts'
import { typedOverSelection } from '../../../ui/typed-over-selection.ts'
import { textChanges } from './text-changes.ts'
import { tags } from '@lezer/highlight'

export interface JsonCodeProps {
  readonly label: string
  /** The ids of what describes it. */
  readonly describedBy: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isReadOnly: boolean
  readonly problem: TextProblem | undefined
  /** Ctrl/Cmd-Enter is for the form around it. */
  readonly submits?: boolean
  readonly autoFocus?: boolean
}

/** A longer text is read when the typing pauses: reading it takes longer than a key may. */
const readAtOnceMax = 50_000
const pauseMs = 300

/** The editor's JSON with colours and the numbers of its lines. Tab leaves it, so that no keyboard gets stuck. */
export default function JsonCode(props: JsonCodeProps) {
  const { label, describedBy, value, onChange, isReadOnly, problem, submits = false, autoFocus = false } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const first = useRef({ label, describedBy, value, isReadOnly, submits, autoFocus })
  const state = useRef(new Compartment())
  const latest = useRef(onChange)
  latest.current = onChange
  /** Hands on what is typed and not read yet. */
  const unread = useRef<() => void>(undefined)

  useEffect(() => {
    const { label: name, describedBy: description, value: doc, isReadOnly: isFixed } = first.current
    const isInForm = first.current.submits
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = (): void => {
      clearTimeout(timer)
      unread.current = undefined
      latest.current(editor.state.doc.toString())
    }
    // The page saves what was read.
    const readFirst = (): boolean => {
      unread.current?.()
      return false
    }
    const editor = new EditorView({
      ...(place.current !== null && { parent: place.current }),
      state: EditorState.create({
        doc,
        extensions: [
          state.current.of(stateOf(isFixed, false)),
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          jsonLanguage,
          editorTheme,
          editorSearch,
          typedOverSelection,
          EditorView.contentAttributes.of({
            'aria-label': name,
            'aria-describedby': description,
            spellcheck: 'false',
            autocapitalize: 'none',
            tabindex: '0',
          }),
          keymap.of([
            { key: 'Mod-s', run: readFirst },
            { key: 'Mod-Enter', run: () => readFirst() || isInForm },
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.domEventHandlers({ blur: () => unread.current?.() }),
          EditorView.updateListener.of(({ docChanged, transactions, state: { doc: text } }) => {
            if (!docChanged || transactions.every((one) => one.isUserEvent('set'))) return
            unread.current = read
            clearTimeout(timer)
            if (text.length <= readAtOnceMax) read()
            else timer = setTimeout(read, pauseMs)
          }),
        ],
      }),
    })
    view.current = editor
    if (first.current.autoFocus) editor.focus()
    return () => {
      unread.current?.()
      clearTimeout(timer)
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    // What is being typed is not overwritten; it is read in a moment.
    if (editor === undefined || unread.current !== undefined) return
    const before = editor.state.doc.toString()
    // The cursor stays where it is in what stays.
    if (before !== value) editor.dispatch({ changes: textChanges(before, value), userEvent: 'set' })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: state.current.reconfigure(stateOf(isReadOnly, problem !== undefined)) })
  }, [isReadOnly, problem])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    const at = Math.min(problem?.at ?? 0, editor.state.doc.length)
    const found =
      problem === undefined ? [] : [{ from: at, to: at, severity: 'error' as const, message: problem.problem }]
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [problem])

  return (
    <div
      ref={place}
      // Undoing in the text is the editor's own.
      onKeyDown={(event) => {
        if (event.key === 'z' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
      }}
      className="relative h-full min-h-0 overflow-hidden after:pointer-events-none after:absolute after:inset-0 after:z-10 focus-within:after:shadow-[inset_0_0_0_2px_var(--sky)]"
    />
  )
}

function stateOf(isReadOnly: boolean, isInvalid: boolean): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    isInvalid ? EditorView.contentAttributes.of({ 'aria-invalid': 'true' }) : [],
  ]
}

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

const jsonLanguage = [language, syntaxHighlighting(colours)]
