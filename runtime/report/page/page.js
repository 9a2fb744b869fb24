// The filters of a page of findings. All else of the page does without scripts.
(() => {
  "use strict";
  const form = document.getElementById("filters");
  if (!form) return;
  const shown = document.getElementById("shown");
  const names = ["text", "rule", "severity", "kernel"];
  const rows = new Map();
  for (const row of document.querySelectorAll("[data-for]")) rows.set(row.dataset.for, row);
  const cards = [...document.querySelectorAll("article.finding")];
  const texts = new Map();

  // What is searched for in a card; made when it is first asked for.
  const textOf = (card) => {
    if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
    return texts.get(card);
  };

  const apply = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of cards) {
      const fits = names.slice(1).every((name) => {
        const wanted = form.elements[name].value;
        return wanted === "" || card.dataset[name] === wanted;
      }) && words.every((word) => textOf(card).includes(word));
      card.hidden = !fits;
      const row = rows.get(card.id);
      if (row) row.hidden = !fits;
      if (fits) ++count;
    }
    shown.textContent = count === cards.length
      ? `${count} finding${count === 1 ? "" : "s"}` : `${count} of ${cards.length} findings shown`;
  };

  // The filters as they stand in the address, so that a link can have them: #severity=error&text=tile
  const write = () => {
    const parts = new URLSearchParams();
    for (const name of names) {
      if (form.elements[name].value !== "") parts.set(name, form.elements[name].value);
    }
    const hash = parts.toString();
    history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
  };

  // From the address; one that leads to a finding shows it.
  const read = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=")) {
      const parts = new URLSearchParams(hash);
      for (const name of names) form.elements[name].value = parts.get(name) || "";
      apply();
      return;
    }
    const card = hash === "" ? null : document.getElementById(hash);
    if (card && card.hidden) {
      form.reset();
      apply();
      card.scrollIntoView();
    }
  };

  form.addEventListener("input", () => { apply(); write(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); write(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", read);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      form.elements.text.focus();
    }
  });
  form.hidden = false;
  shown.hidden = false;
  apply();
  read();
})();
