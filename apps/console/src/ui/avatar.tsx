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

/** A face, or the first letter of its name. Decorative: the name stands beside it or names the button around it. */
export function Avatar({ name, imageUrl, size = 'medium', shape = 'round' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? '?'
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden bg-ground-3 font-semibold text-ink-2 select-none',
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
