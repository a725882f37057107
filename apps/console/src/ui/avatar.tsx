import { useState } from 'react'
import { classNames } from './class-names.ts'
import { hashOf, kindClasses } from './kind-classes.ts'

export interface AvatarProps {
  /** Whose initial stands in for a missing picture. */
  readonly name: string
  /** Of this origin, or a `data:` or `blob:` address: the browser loads no others. */
  readonly imageUrl?: string | null | undefined
  readonly size?: 'small' | 'medium' | 'large'
  /** A project's icon has corners, a person's face has none. */
  readonly shape?: 'round' | 'square'
}

const sizes = { small: 'size-5 text-[10px]', medium: 'size-7 text-small', large: 'size-16 text-title' }

/** The same name has the same colour everywhere; the last kind is grey. */
const kinds = kindClasses.slice(0, 7)

/** A face, or the first letters of its name. Decorative: the name stands beside it or names the button around it. */
export function Avatar({ name, imageUrl, size = 'medium', shape = 'round' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const isShown = typeof imageUrl === 'string' && imageUrl !== failedUrl && mayBeLoaded(imageUrl)
  const initials = initialsOf(name, shape === 'round' && size !== 'small')
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden font-semibold select-none',
        kinds[hashOf(name.trim().toLowerCase()) % kinds.length],
        shape === 'round' ? 'rounded-full' : 'rounded-small',
        sizes[size],
      )}
    >
      {isShown ? (
        <img
          src={imageUrl}
          alt=""
          className="size-full rounded-[inherit] object-cover outline outline-1 -outline-offset-1 outline-line-control"
          onError={() => setFailedUrl(imageUrl)}
        />
      ) : (
        // No text of the button around it, whose name may be another.
        <span data-initials={initials} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  )
}

/** `LV` of Lena Vogt, `L` of lena@maple.shop. */
function initialsOf(name: string, hasTwo: boolean): string {
  const words = name.trim().split(/[\s._-]+/)
  const first = firstOf(words[0])
  const last = hasTwo && words.length > 1 && !name.includes('@') ? firstOf(words.at(-1)) : ''
  return `${first}${last}`.toLocaleUpperCase() || '?'
}

function firstOf(word = ''): string {
  return [...word][0] ?? ''
}

/** What the content security policy lets in; the rest would be an error in the browser's log for each face. */
function mayBeLoaded(address: string): boolean {
  if (address === '' || !URL.canParse(address, location.href)) return false
  const { protocol, origin } = new URL(address, location.href)
  return origin === location.origin || protocol === 'data:' || protocol === 'blob:'
}
