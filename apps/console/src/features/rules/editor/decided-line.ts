import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks the line that decided a request; undefined takes the mark away. */
export const showDecidedLine = StateEffect.define<number | undefined>()

const mark = Decoration.line({ class: 'cm-decided' })

/** The mark goes when the text changes: the line may not decide any more. */
export const decidedLine = StateField.define<DecorationSet>({
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
