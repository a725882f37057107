/** The columns of the tree of fields: name, type, value, actions; the value goes below where the panel is narrow. */
export const fieldGrid =
  'grid grid-cols-[minmax(0,1fr)_6.5rem_5.25rem] gap-x-2 @md:grid-cols-[minmax(6rem,1fr)_6rem_minmax(0,2fr)_5.25rem]'
