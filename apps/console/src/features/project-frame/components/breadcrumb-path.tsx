import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { frameTexts } from '../../../texts/en/frame.ts'
import { classNames } from '../../../ui/class-names.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import type { Crumb } from '../crumbs.ts'
import { visibleDirections } from '../../../ui/visible-directions.ts'

/** The parts of the address as links. A phone shows the first and the last of them. */
export function BreadcrumbPath({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1
  return (
    <nav aria-label={frameTexts.breadcrumb} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 font-mono text-code text-ink-2">
        {crumbs.map((crumb, at) => {
          const isMiddle = at > 0 && at < last
          return (
            <Fragment key={crumb.href}>
              {at > 0 && (
                <li aria-hidden="true" className={classNames('shrink-0 text-ink-3', isMiddle && 'hidden tablet:block')}>
                  /
                </li>
              )}
              {at === last && last > 1 && (
                <li aria-hidden="true" className="shrink-0 text-ink-3 tablet:hidden">
                  … /
                </li>
              )}
              {at === last ? (
                <li
                  aria-current="page"
                  title={visibleDirections(crumb.text)}
                  className="flex min-w-0 font-medium text-ink-1"
                >
                  <MiddleTruncated text={crumb.text} />
                </li>
              ) : (
                <li className={classNames('min-w-0 shrink-[2]', isMiddle ? 'hidden tablet:flex' : 'flex')}>
                  <Link
                    to={crumb.href}
                    search={crumb.search}
                    title={visibleDirections(crumb.text)}
                    className="flex min-h-6 min-w-0 items-center rounded-small hover:text-ink-1 hover:underline"
                  >
                    <MiddleTruncated text={crumb.text} />
                  </Link>
                </li>
              )}
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
