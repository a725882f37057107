import { isApple } from '../../../browser/is-apple.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const command = isApple ? '⌘' : 'Ctrl'

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[command, 'K'], frameTexts.shortcutPalette],
  [['/'], frameTexts.shortcutSearch],
  [['?'], frameTexts.shortcutSheet],
  [[command, '/'], frameTexts.shortcutSheetToo],
  [[command, 'S'], frameTexts.shortcutSave],
  [[command, 'Z'], frameTexts.shortcutUndo],
  [['↑', '↓', '←', '→'], frameTexts.shortcutMove],
  [['Enter'], frameTexts.shortcutOpen],
  [['Shift', 'Enter'], frameTexts.shortcutBreak],
  [[command, 'Enter'], frameTexts.shortcutOpenRow],
  [['F2'], frameTexts.shortcutEdit],
  [['Tab'], frameTexts.shortcutNextCell],
  [[isApple ? '⌫' : 'Delete'], frameTexts.shortcutDelete],
  [['Esc'], frameTexts.shortcutLeave],
]

/** What the keyboard does, wherever one is. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={frameTexts.shortcuts} width="wide">
      <dl className="gap-x-8 text-table tablet:columns-2">
        {shortcuts.map(([keys, does]) => (
          <div key={does} className="flex break-inside-avoid items-baseline gap-x-4 py-1.5">
            <dt className="flex w-28 shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-small border border-line bg-ground-2 px-1.5 font-mono text-code">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
