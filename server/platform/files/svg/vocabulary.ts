const words = (text: string) => new Set(text.trim().split(/\s+/))

/** The allowed elements. No script, no foreignObject, no links, nothing that fetches or embeds pages. */
export const ELEMENTS = words(`
  svg g defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath
`)

/** These are removed, but their content is kept. */
export const TRANSPARENT_ELEMENTS = words('a')

export const TEXT_ELEMENTS = words('text tspan textPath title desc style')

export const ANIMATION_ELEMENTS = words('animate animateMotion animateTransform set')

export const ATTRIBUTES = words(`
  id class style lang role tabindex xml:space xml:lang
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points pathLength viewBox preserveAspectRatio version
  dx dy rotate textLength lengthAdjust startOffset method spacing side transform transform-origin
  fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width paint-order vector-effect shape-rendering color color-interpolation
  color-interpolation-filters color-rendering image-rendering text-rendering opacity display visibility overflow
  clip clip-path clip-rule mask mask-type marker marker-start marker-mid marker-end filter flood-color flood-opacity
  lighting-color stop-color stop-opacity mix-blend-mode isolation pointer-events
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  alignment-baseline baseline-shift direction dominant-baseline glyph-orientation-horizontal
  glyph-orientation-vertical kerning letter-spacing text-anchor text-decoration unicode-bidi word-spacing writing-mode
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerHeight markerUnits markerWidth orient refX refY
  filterUnits primitiveUnits filterRes in in2 result mode type values tableValues slope intercept amplitude exponent
  operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha
  surfaceScale diffuseConstant specularConstant specularExponent scale xChannelSelector yChannelSelector azimuth
  elevation stdDeviation radius baseFrequency numOctaves seed stitchTiles pointsAtX pointsAtY pointsAtZ
  limitingConeAngle z
  attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines
  keyPoints from to by additive accumulate path origin
  requiredExtensions requiredFeatures systemLanguage
`)
