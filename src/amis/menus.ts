// A press beside an open menu closes it, and does what it says. amis takes back what a browser makes of such a press, for as long as a menu takes to go:
// the first switch, box or link that was pressed after something had been chosen from a menu did nothing, and nothing said so.
import DropDownButton from 'amis/lib/renderers/DropDownButton'

interface Menu {
  close(event?: Event | { nativeEvent: Event }): void
}
const { prototype } = DropDownButton as unknown as { prototype: Menu }
const { close } = prototype
prototype.close = function (event) {
  // What React hands on was pressed in the menu; the rest is of the document, and only tells that the menu is over.
  close.call(this, event && 'nativeEvent' in event ? event : undefined)
}
