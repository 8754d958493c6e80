/** Elements of the user interface that do not depend on results. */

export { Icon } from './icon.tsx'
export { IconButton } from './icon-button.tsx'
export { Menu } from './menu.tsx'
export { Splitter } from './splitter.tsx'
export { Tabs } from './tabs.tsx'
export { Tree, type TreeRow } from './tree.tsx'
export { VirtualList } from './virtual-list.tsx'
