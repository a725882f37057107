import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

const linkClasses =
  'rounded-small font-medium text-ink-1 underline decoration-line-control underline-offset-2 hover:decoration-ink-1'

/** A link within a text. */
export function TextLink({ children, ...props }: LinkProps & { readonly children: ReactNode }) {
  return (
    <Link {...props} className={linkClasses}>
      {children}
    </Link>
  )
}

/** A link to a page of the documents that this server has, beside the console. `page` is its path in `docs`, without `.md`. */
export function DocsLink({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  return (
    <a href={`/docs/${page}`} target="_blank" rel="noreferrer" className={linkClasses}>
      {children}
    </a>
  )
}

/** A link to another site, in a tab of its own that learns nothing of this one. */
export function OutsideLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClasses}>
      {children}
    </a>
  )
}
