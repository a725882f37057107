import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  Decoration,
  type DecorationSet,
} from '@codemirror/view'
import type { RulesIssue } from '@hearth/rules'
import { useEffect, useRef } from 'react'
import { completeRules } from './completions.ts'
import { editorSearch } from '../../../ui/editor-search.ts'
import { editorTheme } from '../../../ui/editor-theme.ts'
import { typedOverSelection } from '../../../ui/typed-over-selection.ts'
import { rulesLanguage } from './rules-language.ts'

export interface RulesEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly onSave?: () => void
  readonly onMove?: (offset: number) => void
  /** The focus goes elsewhere. */
  readonly onLeave?: () => void
  readonly isReadOnly: boolean
  readonly issues: readonly RulesIssue[]
  /** The line that decided what was tried last. */
  readonly markedLine: number | undefined
  /** Where to put the cursor; each new object moves it. */
  readonly target: { readonly line: number; readonly column: number } | undefined
}

/**
 * The text of rules with colours, issues where they are, and completion. Tab leaves it, so that no keyboard gets stuck; indent
 * with Ctrl/Cmd and the brackets.
 */
export function RulesEditor({ label, value, isReadOnly, issues, markedLine, target, ...handlers }: RulesEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(handlers)
  latest.current = handlers
  const readOnly = useRef(new Compartment())
  const first = useRef({ label, value, isReadOnly })

  useEffect(() => {
    const { label: name, value: doc, isReadOnly: isFixed } = first.current
    const editor = new EditorView({
      ...(place.current !== null && { parent: place.current }),
      state: EditorState.create({
        doc,
        extensions: [
          readOnly.current.of(EditorState.readOnly.of(isFixed)),
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          highlightActiveLine(),
          highlightActiveLineGutter(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ override: [completeRules] }),
          rulesLanguage,
          editorTheme,
          editorSearch,
          typedOverSelection,
          decidedLine,
          EditorView.contentAttributes.of({
            'aria-label': name,
            spellcheck: 'false',
            autocapitalize: 'none',
            // It can be focused without; tools that look whether a scrolled place can be reached by keyboard know it by this alone.
            tabindex: '0',
          }),
          keymap.of([
            { key: 'Mod-s', preventDefault: true, run: () => (latest.current.onSave?.(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString())
            if (update.docChanged || update.selectionSet) latest.current.onMove?.(update.state.selection.main.head)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.current.reconfigure(EditorState.readOnly.of(isReadOnly)) })
  }, [isReadOnly])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    const { doc } = editor.state
    const diagnostics = issues.map(({ severity, description, position, endPosition, hint }) => {
      const from = offsetOf(doc, position)
      return {
        from,
        to: Math.max(from, offsetOf(doc, endPosition ?? position)),
        severity: severity === 'ERROR' ? ('error' as const) : ('warning' as const),
        message: hint === undefined ? description : `${hint}\n${description}`,
      }
    })
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [issues])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    editor.dispatch({ effects: showDecidedLine.of(markedLine) })
    if (markedLine !== undefined) scrollToLine(editor, markedLine)
  }, [markedLine])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || target === undefined) return
    const anchor = offsetOf(editor.state.doc, target)
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    editor.focus()
  }, [target])

  return (
    <div
      ref={place}
      onBlur={handlers.onLeave}
      className="relative h-full min-h-0 overflow-hidden after:pointer-events-none after:absolute after:inset-0 after:z-10 focus-within:after:shadow-[inset_0_0_0_2px_var(--sky)]"
    />
  )
}

/** Brings a line into view within the editor. The page stays where it is, unlike with the editor's own way. */
function scrollToLine(editor: EditorView, line: number): void {
  const { scrollDOM, state } = editor
  const { top, bottom } = editor.lineBlockAt(offsetOf(state.doc, { line, column: 1 }))
  const { scrollTop, clientHeight } = scrollDOM
  if (top >= scrollTop && bottom <= scrollTop + clientHeight) return
  scrollDOM.scrollTop = (top + bottom - clientHeight) / 2
}

function offsetOf(doc: EditorState['doc'], position: { line: number; column: number } | undefined): number {
  if (position === undefined) return 0
  const line = doc.line(Math.min(Math.max(1, position.line), doc.lines))
  return Math.min(line.from + position.column - 1, line.to)
}

/** Marks the line that decided a request; undefined takes the mark away. */
const showDecidedLine = StateEffect.define<number | undefined>()

const mark = Decoration.line({ class: 'cm-decided' })

/** The mark goes when the text changes: the line may not decide any more. */
const decidedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, effects, state }) {
    let next = docChanged ? Decoration.none : marks
    for (const effect of effects) {
      if (!effect.is(showDecidedLine)) continue
      const line = effect.value
      next =
        line === undefined || line > state.doc.lines
          ? Decoration.none
          : Decoration.set([mark.range(state.doc.line(line).from)])
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})
