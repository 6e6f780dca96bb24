package page

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"

	"xcbench/report/chart"
)

// written is a part of a page with two names in it, and the texts that a browser must find there.
type written struct {
	html string
	want []string
}

// The parts of a page with texts that are parsed further.
const (
	ofButton  = 3
	ofDrawing = 4
)

// namedParts write the parts of a page that have names of a run.
var namedParts = []func(a, b string) written{
	func(a, b string) written { // the head of a page
		v := view{Title: a, Made: chart.Made{Command: b}}
		return written{filled("page.html", v), []string{a, b}}
	},
	func(a, b string) written { // a table
		id := a + "/" + b
		cells := []entry{{Text: id, Head: true, Href: link(id)}, {Text: a, Faint: b}, {Text: b, Best: true}, status(a)}
		t := table{ID: a, Caption: b, Heads: []head{{a, false}, {b, true}}, Notes: []string{a},
			Rows: []row{{cells, &filterKeys{a, " " + b + " ", id}}}}
		return written{filled("wide", t), []string{a, b, id, "#" + anchor(id), " " + b + " ", a + "."}}
	},
	func(a, b string) written { // the section of an instance
		one := section{Anchor: anchor(a + "/" + b), ID: a + "/" + b, Title: a, Summary: b,
			Filter: &filterKeys{a, b, a + b}, Picture: figure{Caption: a, SVG: "<svg></svg>"},
			Profile: figure{Caption: b, SVG: "<svg></svg>", Notes: []string{a}}}
		return written{filled("section", one), []string{a, b, a + "/" + b, a + b, anchor(a + "/" + b)}}
	},
	ofButton: func(a, b string) written { // that copies a command that copies a command
		command := shell([]string{"xcbench", a, b})
		return written{filled("entry", entry{Command: command}), []string{command, "copy"}}
	},
	ofDrawing: func(a, b string) written {
		return written{string(image("<svg>"+a+"</svg>", b)), []string{b}}
	},
}

func filled(name string, data any) string {
	var out bytes.Buffer
	if err := layout().ExecuteTemplate(&out, name, data); err != nil {
		return err.Error()
	}
	return out.String()
}

// elements returns the tags of a part of a page, each with the names of its attributes, and the
// texts and the values of the attributes. It knows only the HTML that this package writes, so any
// other use of '<' is not ok. A place where a name may be broken is no tag.
func elements(page string) (tags, texts []string, ok bool) {
	broken := false // the last tag was a wbr
	for page != "" {
		text, rest, tag := strings.Cut(page, "<")
		if text = html.UnescapeString(text); broken && len(texts) > 0 {
			texts[len(texts)-1] += text
		} else if strings.TrimSpace(text) != "" {
			texts = append(texts, text)
		}
		if !tag {
			break
		}
		n := strings.IndexAny(rest, " >")
		if n < 1 {
			return nil, nil, false
		}
		name := rest[:n]
		page = rest[n:]
		for strings.HasPrefix(page, " ") {
			n := strings.IndexAny(page, "=>")
			if n < 1 {
				return nil, nil, false
			}
			attribute := page[1:n]
			name += " " + attribute
			if page = page[n:]; page[0] == '>' {
				break
			}
			value, rest, closed := strings.Cut(strings.TrimPrefix(page, `="`), `"`)
			if !closed || !strings.HasPrefix(page, `="`) {
				return nil, nil, false
			}
			texts = append(texts, html.UnescapeString(value))
			page = rest
		}
		if page = strings.TrimPrefix(page, "/"); !strings.HasPrefix(page, ">") {
			return nil, nil, false
		}
		page = page[1:]
		if broken = name == "wbr"; !broken {
			tags = append(tags, name)
		}
	}
	return tags, texts, true
}

// FuzzPage writes any two names into a part of a page. The names add no element and no attribute,
// and a browser finds them unchanged.
func FuzzPage(f *testing.F) {
	for _, name := range []string{
		"queens", "8_middle", "</script><script>alert(1)</script>", `"><img src=x onerror=alert(2)>`, "' onload='x",
		"</title><svg onload=alert(3)>", "]]>--><!--", "{{.}}", "%00%2e", "$(reboot)`id`;'x", "javascript:alert(4)",
		"&lt;b&gt;&amp;amp;&#0;", "\x1b[31mred\x1b[0m", "\x00\xff\xfe\u2028", "\ufeff", "a\r\nb\tc", "c-95", "a;b:c,d",
		"<wbr>", "_/_/", strings.Repeat("long", 30), " ", "url(http://x)", "NaN", "\u202etxt", "=>`",
	} {
		for kind := range namedParts {
			f.Add(uint8(kind), name, name)
		}
	}
	var plain [][]string
	for _, part := range namedParts {
		tags, _, _ := elements(part("xa", "xb").html)
		plain = append(plain, tags)
	}
	f.Fuzz(func(t *testing.T, kind uint8, a, b string) {
		if len(a)+len(b) > 250 { // longer names take longer and show nothing else
			return
		}
		kind %= uint8(len(namedParts)) // any kind is one of the parts
		a, b = "x"+a, "x"+b            // the page leaves out what is empty
		w := namedParts[kind](a, b)
		tags, texts, ok := elements(w.html)
		if !ok || !slices.Equal(tags, plain[kind]) {
			t.Fatalf("%q and %q: got the tags %q in\n%s\nwant %q", a, b, tags, w.html, plain[kind])
		}
		for _, want := range w.want {
			want = strings.ReplaceAll(want, "\x00", "\ufffd")
			if !slices.ContainsFunc(texts, func(s string) bool { return strings.TrimSpace(s) == strings.TrimSpace(want) }) {
				t.Errorf("%q and %q: got the texts %q in\n%s\nwant %q in them", a, b, texts, w.html, want)
			}
		}
		if kind == ofDrawing {
			wantDrawing(t, a)
		}
	})
}

// wantDrawing reads a drawing back from its data URL.
func wantDrawing(t *testing.T, text string) {
	document := "<svg>" + html.EscapeString(text) + "</svg>"
	_, texts, _ := elements(string(image(document, "")))
	got, err := url.PathUnescape(strings.TrimPrefix(texts[1], "data:image/svg+xml,"))
	if want := strings.NewReplacer(`"`, "'", "\n", "").Replace(document); err != nil || got != want {
		t.Errorf("got the drawing %q, %v, want %q", got, err, want)
	}
}
