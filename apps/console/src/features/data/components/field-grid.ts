import { classNames } from '../../../ui/class-names.ts'

/**
 * The columns of the tree of fields: name, type, value; the value goes below where the panel is narrow. What can be done comes over
 * the end of a row that is pointed at; where nothing points, it has a column of its own.
 */
export const fieldGrid = classNames(
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 @md:grid-cols-[minmax(6rem,1fr)_6rem_minmax(0,2.4fr)]',
  'touch:grid-cols-[minmax(0,1fr)_auto_auto] touch:@md:grid-cols-[minmax(6rem,1fr)_6rem_minmax(0,2.4fr)_7.5rem]',
)
