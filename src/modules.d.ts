// Modules that ship without types.
declare module 'amis-ui/lib/themes/cxd'
declare module 'amis-ui/lib/locale/*'
declare module 'sortablejs/modular/sortable.core.esm.js' {
  import Sortable from 'sortablejs'
  export default Sortable
}
