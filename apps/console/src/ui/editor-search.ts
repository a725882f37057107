import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorPhrases } from '../texts/en/editor.ts'

/** Going to a line by its number and selecting the next of the same have no words here. */
const keys: ReadonlySet<string | undefined> = new Set(['Mod-f', 'F3', 'Mod-g', 'Escape'])

/** Ctrl/Cmd and F search the whole text. The browser's own search finds only the lines that are laid out. */
export const editorSearch: Extension = [
  search({ top: true }),
  keymap.of(searchKeymap.filter(({ key }) => keys.has(key))),
  EditorState.phrases.of(editorPhrases),
  EditorView.theme({
    '.cm-panels': { backgroundColor: 'var(--ground-2)', color: 'var(--ink-1)', fontFamily: 'var(--font-sans)' },
    '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
    '.cm-panel.cm-search': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '0.375rem',
      alignItems: 'center',
      padding: '0.5rem 2.5rem 0.5rem 0.5rem',
    },
    // It breaks the line before what replaces.
    '.cm-panel.cm-search br': { flexBasis: '100%', content: '""' },
    '.cm-panel.cm-search label': {
      display: 'flex',
      gap: '0.375rem',
      alignItems: 'center',
      minHeight: '1.5rem',
      margin: '0 0.25rem',
      fontSize: '0.8125rem',
    },
    '.cm-panel.cm-search input[type=checkbox]': { accentColor: 'var(--ember)', margin: '0' },
    '.cm-panel.cm-search .cm-textfield': {
      height: '1.75rem',
      margin: '0',
      padding: '0 0.5rem',
      fontSize: '0.8125rem',
      color: 'var(--ink-1)',
      backgroundColor: 'var(--ground-1)',
      border: '1px solid var(--line-control)',
      borderRadius: '6px',
    },
    '.cm-panel.cm-search .cm-button': {
      height: '1.75rem',
      margin: '0',
      padding: '0 0.625rem',
      fontSize: '0.8125rem',
      color: 'var(--ink-1)',
      backgroundImage: 'none',
      backgroundColor: 'var(--ground-1)',
      border: '1px solid var(--line-control)',
      borderRadius: '6px',
    },
    '.cm-panel.cm-search .cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--ground-3)' },
    '.cm-panel.cm-search [name=close]': {
      position: 'absolute',
      top: '0.5rem',
      right: '0.5rem',
      width: '1.75rem',
      height: '1.75rem',
      color: 'var(--ink-2)',
      borderRadius: '6px',
    },
    '.cm-panel.cm-search :focus-visible': { outline: '2px solid var(--ember)', outlineOffset: '1px' },
    '.cm-searchMatch': { backgroundColor: 'var(--amber-wash)', outline: '1px solid var(--amber-line)' },
    '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--ember-line)' },
  }),
]
