// Not needed by the page: says when a picture of it can be taken (`?frame=120`).

const frame = Number(new URLSearchParams(location.search).get('frame') ?? Infinity);
const isSeen = (canvas) => canvas.getBoundingClientRect().top < innerHeight;
const isThere = ({ dataset }) => Number(dataset.wwFrame ?? 0) * 4 >= frame;

const watch = setInterval(() => {
    if (![...document.querySelectorAll('canvas')].filter(isSeen).every(isThere)) return;
    clearInterval(watch);
    document.documentElement.dataset.done = 'true';
}, 100);
