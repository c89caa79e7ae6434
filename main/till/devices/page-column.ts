/* Fits the page of a receipt to the column of a printer: it is always drawn with this scale, style and script. */

/** Dots of a printer for each CSS pixel: eight to the millimetre, and 96 pixels to the inch. */
export const dotsPerPixel = (8 * 25.4) / 96;

/** Only the column is drawn, right in the corner: the printer itself leaves the white edges. */
export const columnStyle = (dots: number): string =>
  `html{direction:ltr;overflow:hidden}body{direction:rtl;position:absolute;left:0;top:0;margin:0!important;width:${dots / dotsPerPixel}px!important;padding:0!important;text-rendering:geometricPrecision}`;

/**
 * A script that waits for the fonts, moves each code by a fraction of a dot so that its modules fall on whole dots, and
 * returns the height of the page in CSS pixels.
 */
export const setCodesOnDots = `document.fonts.ready.then(() => {
  const dots = ${dotsPerPixel};
  for (const code of document.querySelectorAll('svg[role=img]')) {
    const { left, top } = code.getBoundingClientRect();
    code.style.position = 'relative';
    code.style.left = (Math.round(left * dots) / dots - left) + 'px';
    code.style.top = (Math.round(top * dots) / dots - top) + 'px';
  }
  return Math.ceil(document.body.getBoundingClientRect().height);
})`;
