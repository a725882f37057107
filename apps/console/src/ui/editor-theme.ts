import { EditorView } from '@codemirror/view'

/** The editor in the colours of the page, whatever its theme. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '0.78125rem', color: 'var(--ink-1)', backgroundColor: 'var(--ground-1)' },
  // The place around it shows the focus: here the gutter would lie over it.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontVariantLigatures: 'none', lineHeight: '1.25rem' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink-1)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink-1)' },
  '.cm-gutters': { backgroundColor: 'var(--ground-2)', color: 'var(--ink-3)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ground-3) 35%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--ground-3)', color: 'var(--ink-1)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--sky-line)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    // What is typed over a bracket would be given its ground by the browser, as a style in the page.
    backgroundColor: 'transparent',
    outline: '1px solid var(--sky-line)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--ground-1)',
    color: 'var(--ink-1)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--float)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--ground-3)',
    color: 'var(--ink-1)',
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-diagnostic': { padding: '4px 10px', whiteSpace: 'pre-line', fontFamily: 'var(--font-sans)', maxWidth: '30rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--crimson)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--amber)' },
  '.cm-decided, &.cm-focused .cm-activeLine.cm-decided': {
    backgroundColor: 'var(--ember-wash)',
    boxShadow: 'inset 3px 0 var(--ember)',
  },
})
