// The drawing of a chart: ECharts is loaded when the first one is seen.
import { useEffect, useRef } from 'react'
import type { EChartsType } from 'echarts/core'
import type { Drawn } from './option.ts'

async function load() {
  const [core, charts, components, { SVGRenderer }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ])
  const { BarChart, LineChart, PieChart, ScatterChart, FunnelChart, GaugeChart, HeatmapChart } = charts
  const { GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent, VisualMapComponent } = components
  core.use([BarChart, LineChart, PieChart, ScatterChart, FunnelChart, GaugeChart, HeatmapChart])
  core.use([GridComponent, LegendComponent, LegendScrollComponent, TooltipComponent, VisualMapComponent, SVGRenderer])
  return core
}
let loading: ReturnType<typeof load> | undefined

interface Props {
  drawn: Drawn
  height: number
  label: string
  /** Told which line was clicked. */
  onLine?: ((at: ReturnType<Drawn['lineOf']>) => void) | undefined
  /** Handed the chart when it is there. */
  onReady?: ((chart: EChartsType | undefined) => void) | undefined
}

export function Picture({ drawn, height, label, onLine, onReady }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | undefined>(undefined)
  const now = useRef({ drawn, onLine })
  now.current = { drawn, onLine }

  useEffect(() => {
    const element = place.current
    let isGone = false
    let sizes: ResizeObserver | undefined
    loading ??= load()
    void loading.then(core => {
      if (isGone || !element) return
      const made = core.init(element, undefined, { renderer: 'svg' })
      chart.current = made
      made.setOption(now.current.drawn.option, true)
      made.on('click', event => now.current.onLine?.(now.current.drawn.lineOf(event as never)))
      sizes = new ResizeObserver(() => made.resize())
      sizes.observe(element)
      onReady?.(made)
    })
    return () => {
      isGone = true
      sizes?.disconnect()
      chart.current?.dispose()
      chart.current = undefined
      onReady?.(undefined)
    }
    // Made once; what is drawn follows below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    chart.current?.setOption(drawn.option, true)
  }, [drawn])
  return <div ref={place} className="tes-chart__picture" style={{ height }} role="img" aria-label={label} />
}
