import { useState } from 'react'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  /** Whose initial stands in for a missing picture. */
  readonly name: string
  readonly imageUrl?: string | null | undefined
  readonly size?: 'small' | 'medium' | 'large'
  /** A project's icon has corners, a person's face has none. */
  readonly shape?: 'round' | 'square'
}

const sizes = { small: 'size-5 text-[10px]', medium: 'size-7 text-small', large: 'size-16 text-title' }

/** The same name has the same colour everywhere. */
const kinds = [
  'bg-kind-1-wash text-kind-1',
  'bg-kind-2-wash text-kind-2',
  'bg-kind-3-wash text-kind-3',
  'bg-kind-4-wash text-kind-4',
  'bg-kind-5-wash text-kind-5',
  'bg-kind-6-wash text-kind-6',
  'bg-kind-7-wash text-kind-7',
] as const

/** By FNV-1a, which tells short names apart. */
function kindOf(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % kinds.length
}

/** A face, or the first letter of its name. Decorative: the name stands beside it or names the button around it. */
export function Avatar({ name, imageUrl, size = 'medium', shape = 'round' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? '?'
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden font-semibold select-none',
        kinds[kindOf(name)],
        shape === 'round' ? 'rounded-full' : 'rounded-small',
        sizes[size],
      )}
    >
      {typeof imageUrl === 'string' && imageUrl !== '' && imageUrl !== failedUrl ? (
        <img
          src={imageUrl}
          alt=""
          className="size-full rounded-[inherit] object-cover outline outline-1 -outline-offset-1 outline-line-control"
          onError={() => setFailedUrl(imageUrl)}
        />
      ) : (
        initial
      )}
    </span>
  )
}
