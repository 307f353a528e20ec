// A page of this origin inside the frame of a phone, with sizes to try and its address as a QR code that can be moved aside.
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import './phone-preview.css'

interface Device {
  name: string
  width: number
  height: number
}
const DEVICES: Device[] = [
  { name: 'iPhone SE', width: 375, height: 667 },
  { name: 'iPhone 15', width: 393, height: 852 },
  { name: 'iPhone 15 Pro Max', width: 430, height: 932 },
  { name: 'Pixel 8', width: 412, height: 915 },
  { name: 'Galaxy S24', width: 360, height: 780 },
  { name: 'Galaxy Z Fold', width: 344, height: 882 },
  { name: 'iPad mini', width: 744, height: 1133 },
]
const ZOOMS = [0, 50, 75, 100, 125]
const BEZEL = 12

/** The address to frame, or undefined when it is missing or leads to another origin than this one. */
export function ownAddress(link: unknown, origin: string = location.origin): string | undefined {
  if (typeof link !== 'string' || !link.trim()) return undefined
  try {
    const url = new URL(link, origin)
    return url.origin === origin && /^https?:$/.test(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

interface Props extends RendererProps {
  /** Address to show; relative ones count from this origin. */
  link?: string
}

export function PhonePreview(props: Props) {
  const address = ownAddress(resolveVariableAndFilter(props.link, props.data, '| raw'))
  const onCanvas = isOnCanvas(props.env)
  useEffect(() => {
    // Silently, as the product documents ask: a foreign link gets no word and no frame. A frame around has its own history to keep.
    if (!address && !onCanvas && window.parent === window) history.back()
  }, [address, onCanvas])
  if (onCanvas) return <OnCanvas name="Phone preview" env={props.env} />
  return address ? <Stage address={address} {...props} /> : null
}

function Stage({ address, render, env }: Props & { address: string }) {
  const t = sayer(env)
  const [device, setDevice] = useState(DEVICES[1] as Device)
  const [landscape, setLandscape] = useState(false)
  const [zoom, setZoom] = useState(0)
  const [loads, setLoads] = useState(0)
  const stage = useRef<HTMLDivElement>(null)
  const width = landscape ? device.height : device.width
  const height = landscape ? device.width : device.height
  const fit = useFit(stage, width + 2 * BEZEL, height + 2 * BEZEL)
  const scale = zoom ? zoom / 100 : fit
  const outer: CSSProperties = { width: (width + 2 * BEZEL) * scale, height: (height + 2 * BEZEL) * scale }
  return (
    <div className="tes-phone">
      <div className="tes-phone__tools" role="toolbar" aria-label={t('Phone preview')}>
        <label>
          <span>{t('Device')}</span>
          <select value={device.name} onChange={event => setDevice(DEVICES.find(({ name }) => name === event.target.value) ?? device)}>
            {DEVICES.map(({ name, width: w, height: h }) => (
              <option key={name} value={name}>{`${name} · ${w} × ${h}`}</option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('Zoom')}</span>
          <select value={zoom} onChange={event => setZoom(Number(event.target.value))}>
            {ZOOMS.map(value => (
              <option key={value} value={value}>
                {value ? `${value} %` : t('Fit the window')}
              </option>
            ))}
          </select>
        </label>
        <button type="button" aria-pressed={landscape} onClick={() => setLandscape(!landscape)}>
          {t('Rotate')}
        </button>
        <button type="button" onClick={() => setLoads(loads + 1)}>
          {t('Reload')}
        </button>
        <span className="tes-phone__address" title={address}>
          {address}
        </span>
      </div>
      <div className="tes-phone__stage" ref={stage}>
        <div className="tes-phone__outer" style={outer}>
          <div className="tes-phone__body" style={{ width: width + 2 * BEZEL, height: height + 2 * BEZEL, padding: BEZEL, transform: `scale(${scale})` }}>
            <iframe key={loads} title={t('Page on a phone')} src={address} width={width} height={height} />
          </div>
        </div>
        <Movable label={t('QR code of this page. Drag it, or move it with the arrow keys.')}>
          {render('code', { type: 'qrcode', value: address, codeSize: 128, level: 'Q' })}
          <span>{t('Scan to open on your phone')}</span>
        </Movable>
      </div>
    </div>
  )
}

/** The scale at which a box of this size fits its surroundings; never enlarges. */
function useFit(ref: { current: HTMLElement | null }, width: number, height: number): number {
  const [fit, setFit] = useState(1)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const room = Math.min((element.clientWidth - 32) / width, (element.clientHeight - 32) / height, 1)
      setFit(room > 0.1 ? room : 1)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [ref, width, height])
  return fit
}

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** A card that stays within its surroundings wherever it is dragged or stepped to. */
function Movable({ label, children }: { label: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null)
  const grip = useRef<{ x: number; y: number } | null>(null)
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const moveBy = (dx: number, dy: number) => {
    const box = card.current?.getBoundingClientRect()
    const room = card.current?.parentElement?.getBoundingClientRect()
    if (!box || !room) return
    const within = (by: number, low: number, high: number) => Math.max(Math.min(by, Math.max(high, 0)), Math.min(low, 0))
    setPlace(({ x, y }) => ({
      x: x + within(dx, room.left - box.left, room.right - box.right),
      y: y + within(dy, room.top - box.top, room.bottom - box.bottom),
    }))
  }
  // A window that narrows takes its card along.
  useEffect(() => {
    const back = () => {
      const box = card.current?.getBoundingClientRect()
      const room = card.current?.parentElement?.getBoundingClientRect()
      if (box && room) setPlace(({ x, y }) => ({ x: x + Math.min(0, room.right - box.right), y: y + Math.min(0, room.bottom - box.bottom) }))
    }
    addEventListener('resize', back)
    return () => removeEventListener('resize', back)
  }, [])
  const down = (event: PointerEvent) => {
    grip.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture?.(event.pointerId)
  }
  const drag = (event: PointerEvent) => {
    if (!grip.current) return
    moveBy(event.clientX - grip.current.x, event.clientY - grip.current.y)
    grip.current = { x: event.clientX, y: event.clientY }
  }
  const key = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const far = event.shiftKey ? 40 : 8
    moveBy(step[0] * far, step[1] * far)
  }
  return (
    <div
      ref={card}
      className="tes-phone__code"
      role="group"
      aria-label={label}
      tabIndex={0}
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
      onPointerDown={down}
      onPointerMove={drag}
      onPointerUp={() => (grip.current = null)}
      onPointerCancel={() => (grip.current = null)}
      onKeyDown={key}
    >
      {children}
    </div>
  )
}

export default renderer('tessera-phone-preview', PhonePreview)
