import { EditorView } from '@codemirror/view'

/**
 * Text that is typed over a selection is put there by the editor. Left to the browser, it joins the lines and writes the look of what was
 * there into `style` attributes, which the page's policy refuses and reports.
 */
export const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event
    const { main, ranges } = view.state.selection
    if (inputType !== 'insertText' || data === null || isComposing || view.state.readOnly) return false
    if (ranges.length > 1 || main.empty) return false
    event.preventDefault()
    const { from, to } = main
    const type = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // Brackets that close by themselves, and whatever else has a say in what is typed.
    const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, type))
    if (!isHandled) view.dispatch(type())
    return true
  },
})
