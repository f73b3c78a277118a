"use strict";
// Shows positions that are in the page; knows no rules.
const games = JSON.parse(document.getElementById("positions").textContent);

class Viewer {
  constructor(article, game) {
    this.article = article;
    this.frames = game.frames;
    this.board = article.querySelector(".board");
    this.houses = [...article.querySelectorAll(".house")];
    this.stores = [...article.querySelectorAll(".store")];
    this.status = article.querySelector(".status");
    this.count = article.querySelector(".ply");
    this.list = article.querySelector(".moves");
    this.links = [...article.querySelectorAll(".moves a")];
    this.buttons = [...article.querySelectorAll("button")];
    this.steps = {
      first: () => 0,
      back: () => this.ply - 1,
      next: () => this.ply + 1,
      last: () => this.frames.length - 1,
    };
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.go(this.steps[button.dataset.step]()));
    }
    this.links.forEach((link, index) => {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.go(index + 1);
      });
    });
    article.addEventListener("keydown", (event) => this.key(event));
    // Its links can be reached, so the list need not.
    this.list.removeAttribute("tabindex");
    this.show(game.opening);
  }

  key(event) {
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(this.steps[step]());
  }

  // Shows a position, and puts it into the address.
  go(ply) {
    this.show(ply);
    try {
      history.replaceState(null, "", `#game=${this.article.dataset.game}&ply=${this.ply}`);
    } catch {
      // Some browsers forbid it for files; the page works without.
    }
  }

  // Scrolls the list of moves, and nothing else, to a move in it.
  reveal(link) {
    const top = link ? link.offsetTop : 0;
    const bottom = link ? top + link.offsetHeight : 0;
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    const height = this.list.clientHeight;
    if (bottom > this.list.scrollTop + height) this.list.scrollTop = bottom - height;
  }

  show(ply) {
    this.ply = Math.min(Math.max(ply, 0), this.frames.length - 1);
    const frame = this.frames[this.ply];
    this.houses.forEach((house) => {
      const place = Number(house.dataset.house);
      const seeds = frame.houses[place];
      const pattern = Math.min(seeds, Number(this.board.dataset.most));
      house.querySelector("use").setAttribute("href", `#seeds-${pattern}`);
      house.querySelector(".number").textContent = seeds;
      house.classList.toggle("from", frame.from === place);
      house.classList.toggle("sown", frame.sown.includes(place));
      house.classList.toggle("captured", frame.captured.includes(place));
    });
    this.stores.forEach((store) => {
      const seeds = frame.stores[Number(store.dataset.store)];
      store.querySelector(".number").textContent = seeds;
      store.querySelectorAll(".seed").forEach((seed, index) => {
        seed.classList.toggle("none", index >= seeds);
      });
    });
    this.board.setAttribute("aria-label", frame.spoken);
    this.status.textContent = frame.text;
    this.count.textContent = `${this.ply} of ${this.frames.length - 1}`;
    // One stop of the Tab key a list: the move shown, or the first.
    const stop = Math.max(this.ply - 1, 0);
    this.links.forEach((link, index) => {
      link.tabIndex = index === stop ? 0 : -1;
      if (index + 1 === this.ply) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    if (this.list.contains(document.activeElement)) this.links[stop].focus({ preventScroll: true });
    this.reveal(this.links[this.ply - 1]);
    for (const button of this.buttons) {
      const isEnd = { first: 0, back: 0 }[button.dataset.step] ?? this.frames.length - 1;
      // Not `disabled`, which would take the focus away, and the keys with it.
      button.setAttribute("aria-disabled", this.ply === isEnd);
    }
  }
}

const viewers = games.map((game, index) => {
  return new Viewer(document.getElementById(`game-${index + 1}`), game);
});

for (const part of document.querySelectorAll(".scripted")) part.hidden = false;

// An address such as #game=2&ply=20 names a position.
function follow() {
  const found = /^#game=(\d+)&ply=(\d+)$/.exec(location.hash);
  const viewer = found && viewers[found[1] - 1];
  if (!viewer) return;
  viewer.show(Number(found[2]));
  viewer.article.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();

// On paper nothing can be opened or stepped: all is open, and games are at
// their ends.
let before = null;
addEventListener("beforeprint", () => {
  if (before) return;
  const folded = [...document.querySelectorAll("details:not([open])")];
  before = { folded, plies: viewers.map((viewer) => viewer.ply) };
  for (const details of folded) details.open = true;
  for (const viewer of viewers) viewer.show(viewer.frames.length - 1);
});
addEventListener("afterprint", () => {
  if (!before) return;
  for (const details of before.folded) details.open = false;
  viewers.forEach((viewer, index) => viewer.show(before.plies[index]));
  before = null;
});
