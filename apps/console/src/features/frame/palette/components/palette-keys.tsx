import { paletteTexts } from '../../../../texts/en/palette.ts'

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '↓'], paletteTexts.keyMove],
  [['Enter'], paletteTexts.keyOpen],
  [['Esc'], paletteTexts.keyClose],
]

/** What the keyboard does in the palette; phones have none. */
export function PaletteKeys() {
  return (
    <dl
      aria-label={paletteTexts.keys}
      className="hidden gap-4 border-t border-line bg-ground-2 px-4 py-2 text-small text-ink-2 tablet:flex"
    >
      {keys.map(([names, does]) => (
        <div key={does} className="flex items-center gap-1.5">
          <dt className="flex gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="rounded-small border border-line bg-ground-1 px-1 font-mono text-[11px] leading-4"
              >
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
