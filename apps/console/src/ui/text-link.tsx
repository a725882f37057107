import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link within a text. */
export function TextLink({ children, ...props }: LinkProps & { readonly children: ReactNode }) {
  return (
    <Link
      {...props}
      className="rounded-small font-medium text-ink-1 underline decoration-line-control underline-offset-2 hover:decoration-ink-1"
    >
      {children}
    </Link>
  )
}
