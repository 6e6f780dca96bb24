"""Makes a wheel and an npm package of a corpus archive: python3 tools/packages.py ARCHIVE.zip

They are written beside the archive. The same archive makes the same bytes.
"""
import base64, gzip, hashlib, io, json, pathlib, re, sys, tarfile, zipfile

ABOUT = "Exact cover instances with their numbers of solutions, from xcbench"
DATE = (1980, 1, 1, 0, 0, 0)

PYTHON = '''"""Exact cover instances with their numbers of solutions. README.md says what each file is."""
import csv
from importlib.resources import files

def text(name):
    """Return the text of a file, as "catalogue.tsv"."""
    return files(__name__).joinpath(name).read_text(encoding="utf-8")

def instances():
    """Return a dict for each instance, with its id, tier, number of solutions and so on."""
    return list(csv.DictReader(text("catalogue.tsv").splitlines(), delimiter="\\t", quoting=csv.QUOTE_NONE))

def problem(id):
    """Return the problem of an instance in Knuth's DLX text."""
    return text(f"instances/{id}.dlx")
'''

JAVASCRIPT = '''// Exact cover instances with their numbers of solutions. README.md says what each file is.
const fs = require("node:fs"), path = require("node:path");

// The text of a file, as "catalogue.tsv".
exports.text = name => fs.readFileSync(path.join(__dirname, name), "utf8");

// An object for each instance, with its id, tier, number of solutions and so on.
exports.instances = () => {
  const [head, ...rows] = exports.text("catalogue.tsv").trimEnd().split("\\n").map(row => row.split("\\t"));
  return rows.map(row => Object.fromEntries(head.map((name, k) => [name, row[k]])));
};

// The problem of an instance in Knuth's DLX text.
exports.problem = id => exports.text(`instances/${id}.dlx`);
'''


def wheel(version, files, path):
    info = f"xcbench_corpus-{version}.dist-info/"
    files = {"xcbench_corpus/" + name: data for name, data in files.items()}
    files["xcbench_corpus/__init__.py"] = PYTHON.encode()
    files[info + "METADATA"] = (f"Metadata-Version: 2.1\nName: xcbench-corpus\nVersion: {version}\nSummary: {ABOUT}\n"
                                "License: BSD-3-Clause\nRequires-Python: >=3.9\n").encode()
    files[info + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: xcbench\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(data)}\n"
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            out.writestr(entry, data)


def npm(version, files, path):
    about = {"name": "xcbench-corpus", "version": version, "description": ABOUT, "license": "BSD-3-Clause", "main": "index.js"}
    files = {"package.json": json.dumps(about, indent=2).encode() + b"\n", "index.js": JAVASCRIPT.encode(), **files}
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as out, tarfile.open(fileobj=out, mode="w") as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo("package/" + name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


archive = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(archive) as corpus:
    contents = {name.partition("/")[2]: corpus.read(name) for name in corpus.namelist()}
release = archive.stem.removeprefix("xcbench-corpus-")
numbers, rest = re.fullmatch(r"(?:v?(\d+\.\d+(?:\.\d+)?))?(.*)", release).groups()
numbers = ".".join(((numbers or "0").split(".") + ["0", "0"])[:3])
rest = ".".join(re.findall(r"[0-9A-Za-z]+", rest))  # of a commit that has no version
local = numbers + ("+" + rest if rest else "")
wheel(local, contents, archive.with_name(f"xcbench_corpus-{local}-py3-none-any.whl"))
npm(numbers + ("-" + rest if rest else ""), contents, archive.with_name(f"xcbench-corpus-{release}.tgz"))
