/** The surface of what floats: menus, popovers, lists of choices. */
export const floatClasses = 'animate-appear rounded border border-line bg-ground-1 text-ink-1 shadow-float outline-none'

/** A row of a menu or of a list of choices. */
export const itemClasses =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-small px-2.5 py-1 text-body text-ink-1 no-underline outline-none ' +
  'data-focused:bg-ground-3 data-disabled:opacity-55 touch:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0'
