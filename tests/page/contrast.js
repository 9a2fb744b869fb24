// All texts of a page whose contrast is below what WCAG 2.1 asks for (4.5, large ones 3). Colours are opaque here.
(() => {
  const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const isClear = (colour) => colour === "none" || colour === "transparent" || numbers(colour)[3] === 0;
  const light = (colour) => {
    const [r, g, b] = numbers(colour).slice(0, 3).map((c) => {
      const s = c / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor;
      if (!isClear(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  let lookedAt = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    // Texts of pictures stand on shapes; their colours are the page's.
    if (!walker.currentNode.data.trim() || element.closest("svg, script, style") || element.offsetHeight === 0) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(style.color), light(ground(element))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    ++lookedAt;
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) {
      poor.push(`${element.tagName}.${element.className}: ${style.color} on ${ground(element)}: ${walker.currentNode.data.trim().slice(0, 30)}`);
    }
  }
  return {looked_at: lookedAt, poor: [...new Set(poor)].slice(0, 10)};
})()
